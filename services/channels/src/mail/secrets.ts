/** Keys of this service, derived from that of the installation: what is stored sealed, and tags of threads. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { secretFile } from '@zo/config';

const VERSION = 1;
const IV = 12;
const TAG = 16;

@Injectable()
export class Secrets {
  readonly threads: Buffer;
  private readonly sealing: Buffer;

  constructor(platform: Platform) {
    const root = secretFile(platform.config.ZO_DATA, 'provider-keys.key', () => randomBytes(32));
    const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `channels:${purpose}`, 32));
    this.threads = derived('threads');
    this.sealing = derived('sealing');
  }

  /** Returns `version | iv | tag | ciphertext`, which opens only for the same user and purpose. */
  seal(text: string, owner: { userId: string; purpose: string }): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.sealing, iv).setAAD(aad(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer, owner: { userId: string; purpose: string }): string {
    if (sealed[0] !== VERSION) throw new Error(`unknown version ${sealed[0]} of a sealed secret`);
    const decipher = createDecipheriv('aes-256-gcm', this.sealing, sealed.subarray(1, 1 + IV))
      .setAAD(aad(owner))
      .setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()]).toString('utf8');
  }
}

const aad = ({ userId, purpose }: { userId: string; purpose: string }) =>
  Buffer.from(`${purpose}:${VERSION}:${userId}`);
