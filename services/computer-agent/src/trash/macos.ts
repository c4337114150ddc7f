/** The trash of macOS, which keeps no notes that others may write: Finder cannot put back what comes from here. */
import fs from 'node:fs';
import { join } from 'node:path';
import type { Folder } from '../home/folder.js';
import { deviceOf, type Discarded, ifOpen, openOwn, topOf, type TrashCan, type TrashCans } from './trash-can.js';

export class MacTrash implements TrashCans {
  /** `home`: the trash of the user, ~/.Trash. */
  constructor(private readonly home: string) {}

  for(entry: Discarded): TrashCan | undefined {
    if (deviceOf(this.home) === entry.device) return this.open(this.home);
    return this.open(join(topOf(entry), '.Trashes', String(process.getuid!())));
  }

  at(path: string): TrashCan | undefined {
    return fs.existsSync(path) ? this.open(path) : undefined;
  }

  private open(path: string): TrashCan | undefined {
    return ifOpen(() => new Can(openOwn(path), path));
  }
}

class Can implements TrashCan {
  constructor(
    readonly folder: Folder,
    readonly path: string,
  ) {}

  note(name: string): void {
    if (this.folder.lstat(name)) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
  }

  forget(): void {
    // There are no notes.
  }

  close(): void {
    this.folder.close();
  }
}
