/** Keys of this service, derived from that of the installation: what is stored sealed, and tags of threads. */
import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { installationKey, SecretBox } from '@zo/secrets';

interface Owner {
  readonly userId: string;
  readonly purpose: string;
}

@Injectable()
export class Secrets {
  readonly threads: Buffer;
  readonly pages: Buffer;
  private readonly box: SecretBox;

  constructor(platform: Platform) {
    const root = installationKey(platform.config.ZO_DATA);
    const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `channels:${purpose}`, 32));
    this.threads = derived('threads');
    this.pages = derived('pages');
    this.box = new SecretBox(derived('sealing'));
  }

  seal(text: string, owner: Owner): Buffer {
    return this.box.seal(text, placeOf(owner));
  }

  open(sealed: Buffer, owner: Owner): string {
    return this.box.open(sealed, placeOf(owner));
  }
}

const placeOf = ({ userId, purpose }: Owner) => `${purpose}:1:${userId}`;
