/** The secret in the printed link: a file that exists until the computer has an owner. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/shared/bootstrap';

@Injectable()
export class ClaimToken {
  private readonly file: string;

  constructor(platform: Platform) {
    this.file = join(platform.config.ZO_DATA, 'secrets', 'claim-token');
  }

  /** Makes the token unless there is one. */
  ensure(): void {
    if (existsSync(this.file)) return;
    mkdirSync(join(this.file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(this.file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }

  /** For the launcher's link and the unattended start. */
  read(): string {
    return readFileSync(this.file, 'utf8');
  }

  matches(token: string): boolean {
    if (!existsSync(this.file)) return false;
    const [given, right] = [Buffer.from(token), readFileSync(this.file)];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  destroy(): void {
    rmSync(this.file, { force: true });
  }
}
