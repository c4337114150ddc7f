/** Encrypts tokens and secrets of clients at rest, bound to their place, e.g. user, app and row. */
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { installationKey, SecretBox as Box } from '@zo/secrets';

@Injectable()
export class SecretBox {
  private readonly box: Box;

  constructor(platform: Platform) {
    this.box = new Box(installationKey(platform.config.ZO_DATA));
  }

  seal(text: string, place: readonly string[]): Buffer {
    return this.box.seal(text, nameOf(place));
  }

  open(sealed: Buffer, place: readonly string[]): string {
    return this.box.open(sealed, nameOf(place));
  }
}

const nameOf = (place: readonly string[]) => JSON.stringify(['connections', 1, ...place]);
