/** Encrypts keys, tokens and passwords of users at rest: AES-256-GCM with the key of the installation. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { secretFile } from '@zo/config';

const VERSION = 1;
const IV = 12;
const TAG = 16;

/** 32 bytes in `<dataFolder>/secrets/provider-keys.key`, created on first use. */
export const installationKey = (dataFolder: string): Buffer =>
  secretFile(dataFolder, 'provider-keys.key', () => randomBytes(32));

export class SecretBox {
  constructor(private readonly key: Buffer) {}

  /** Returns `version | iv | tag | ciphertext`. `place`: what it belongs to, e.g. its user and row. */
  seal(text: string, place: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws for another place, another key, or bytes that were changed */
  open(sealed: Buffer, place: string): string {
    if (sealed[0] !== VERSION) throw new Error(`unknown version ${sealed[0]} of a sealed text`);
    const iv = sealed.subarray(1, 1 + IV);
    const tag = sealed.subarray(1 + IV, 1 + IV + TAG);
    const decipher = createDecipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()]).toString('utf8');
  }
}
