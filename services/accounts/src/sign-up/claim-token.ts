/** The token in the printed link: set by the configuration, or stored in a file until the installation has an owner. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { secretFile, secretPath } from '@zo/config';
import { loadOwnerConfig } from '../config.js';

const NAME = 'claim-token';

@Injectable()
export class ClaimToken {
  private readonly file: string;
  private readonly given = loadOwnerConfig().ZO_CLAIM_TOKEN;

  constructor(private readonly platform: Platform) {
    this.file = secretPath(platform.config.ZO_DATA, NAME);
  }

  /** Creates the token if it does not exist. */
  ensure(): void {
    if (this.given === undefined)
      secretFile(this.platform.config.ZO_DATA, NAME, () => randomBytes(24).toString('base64url'));
  }

  /** Returns the token, for the launcher's link and the unattended start. */
  read(): string {
    return this.given ?? readFileSync(this.file, 'utf8');
  }

  matches(token: string): boolean {
    if (this.given === undefined && !existsSync(this.file)) return false;
    const [offered, right] = [Buffer.from(token), Buffer.from(this.read())];
    return offered.length === right.length && timingSafeEqual(offered, right);
  }

  /**
   * Deletes the file. A configured token stays, which is safe, because an installation with an owner cannot be claimed.
   */
  destroy(): void {
    if (this.given === undefined) rmSync(this.file, { force: true });
  }
}
