/** The secret in the printed link: one that the configuration gives, or a file that exists until the computer has an owner. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/shared/bootstrap';
import { loadOwnerConfig } from '../config.js';

@Injectable()
export class ClaimToken {
  private readonly file: string;
  private readonly given = loadOwnerConfig().ZO_CLAIM_TOKEN;

  constructor(platform: Platform) {
    this.file = join(platform.config.ZO_DATA, 'secrets', 'claim-token');
  }

  /** Makes the token unless there is one. */
  ensure(): void {
    if (this.given !== undefined || existsSync(this.file)) return;
    mkdirSync(join(this.file, '..'), { recursive: true, mode: 0o700 });
    try {
      // wx: of two processes starting at once one makes it.
      writeFileSync(this.file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }

  /** For the launcher's link and the unattended start. */
  read(): string {
    return this.given ?? readFileSync(this.file, 'utf8');
  }

  matches(token: string): boolean {
    if (this.given === undefined && !existsSync(this.file)) return false;
    const [offered, right] = [Buffer.from(token), Buffer.from(this.read())];
    return offered.length === right.length && timingSafeEqual(offered, right);
  }

  /** One that was given stays as it is: who has an owner is not claimed again. */
  destroy(): void {
    if (this.given === undefined) rmSync(this.file, { force: true });
  }
}
