/**
 * Finds out when all earlier notices of the kernel have come: they stand in one queue, and a file made now is its last.
 */
import fs from 'node:fs';
import { hiddenName } from '../files/place.js';
import type { Folder } from '../home/folder.js';

const TIMEOUT_MS = 5_000;
const FALLBACK_MS = 100;

export class Cookies {
  private readonly waiting = new Map<string, () => void>();

  /** True when this name belongs to a cookie. */
  told(name: string | null): boolean {
    const done = name === null ? undefined : this.waiting.get(name);
    done?.();
    return done !== undefined;
  }

  /** Resolves when the notice of a file made in the watched `folder` has come; without it after five seconds. */
  async pass(folder: Folder): Promise<void> {
    const name = hiddenName();
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((done) => {
        this.waiting.set(name, done);
        timer = setTimeout(done, TIMEOUT_MS);
        try {
          fs.symlinkSync('cookie', folder.at(name));
        } catch {
          // On a full disk there is no cookie; notices usually come within this time.
          setTimeout(done, FALLBACK_MS);
        }
      });
    } finally {
      clearTimeout(timer);
      this.waiting.delete(name);
      fs.rmSync(folder.at(name), { force: true });
    }
  }
}
