/** Encrypts providers' keys at rest, bound to user and row. */
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { installationKey, SecretBox as Box } from '@zo/secrets';

interface Owner {
  readonly userId: string;
  readonly id: string;
}

@Injectable()
export class SecretBox {
  private readonly box: Box;

  constructor(platform: Platform) {
    this.box = new Box(installationKey(platform.config.ZO_DATA));
  }

  seal(text: string, owner: Owner): Buffer {
    return this.box.seal(text, placeOf(owner));
  }

  open(sealed: Buffer, owner: Owner): string {
    return this.box.open(sealed, placeOf(owner));
  }
}

const placeOf = ({ userId, id }: Owner) => `provider-key:1:${userId}:${id}`;
