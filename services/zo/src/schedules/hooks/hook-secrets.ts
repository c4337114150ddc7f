/** Secrets of hooks are derived from a key of the installation, so that no table has them. */
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { installationKey } from '@zo/secrets';
import { createHmac, randomBytes } from 'node:crypto';

export const newHookId = (): string => randomBytes(16).toString('hex');

@Injectable()
export class HookSecrets {
  private readonly key: Buffer;
  private readonly site: string;

  constructor(platform: Platform) {
    const key = installationKey(platform.config.ZO_DATA);
    this.key = createHmac('sha256', key).update('zo: secrets of hooks').digest();
    this.site = platform.config.ZO_PUBLIC_URL;
  }

  /** Another generation has another secret. */
  secretOf(hookId: string, generation: number): string {
    return `zohook_${createHmac('sha256', this.key).update(`${hookId}:${generation}`).digest('base64url')}`;
  }

  addressOf(hookId: string): string {
    return new URL(`/api/hooks/z/${hookId}`, this.site).href;
  }
}
