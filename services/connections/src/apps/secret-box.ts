/** Encrypts tokens and secrets of clients at rest: AES-256-GCM with a key of the installation, bound to their row. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { secretFile } from '@zo/config';

const VERSION = 1;
const IV = 12;
const TAG = 16;

@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(platform: Platform) {
    // The key that providers of models have: an installation keeps and backs up one.
    this.key = secretFile(platform.config.ZO_DATA, 'provider-keys.key', () => randomBytes(32));
  }

  /** Returns `version | iv | tag | ciphertext`, which decrypts only for the same place, e.g. user, app and row. */
  seal(text: string, place: readonly string[]): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(aad(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer, place: readonly string[]): string {
    if (sealed[0] !== VERSION) throw new Error(`unknown version ${sealed[0]} of a sealed text`);
    const iv = sealed.subarray(1, 1 + IV);
    const tag = sealed.subarray(1 + IV, 1 + IV + TAG);
    const decipher = createDecipheriv('aes-256-gcm', this.key, iv).setAAD(aad(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()]).toString('utf8');
  }
}

const aad = (place: readonly string[]) => Buffer.from(JSON.stringify(['connections', VERSION, ...place]));
