/** The trash of Linux desktops: https://specifications.freedesktop.org/trash-spec/1.0 */
import fs from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Folder } from '../home/folder.js';
import { deviceOf, type Discarded, ifOpen, openOwn, topOf, type TrashCan, type TrashCans } from './trash-can.js';

const INFO = '.trashinfo';

export class FreedesktopTrash implements TrashCans {
  /** `home`: the trash of the user, usually ~/.local/share/Trash. */
  constructor(private readonly home: string) {}

  for(entry: Discarded): TrashCan | undefined {
    if (deviceOf(this.home) === entry.device) return ifOpen(() => openCan(this.home));
    // Only this form of the two for other disks, since that of administrators is rare and has more rules.
    return ifOpen(() => openCan(join(topOf(entry), `.Trash-${process.getuid!()}`)));
  }

  at(path: string): TrashCan | undefined {
    return fs.existsSync(path) ? ifOpen(() => openCan(dirname(path))) : undefined;
  }
}

function openCan(path: string): TrashCan {
  openOwn(path).close();
  const info = openOwn(join(path, 'info'));
  try {
    return new Can(openOwn(join(path, 'files')), info, path);
  } catch (error) {
    info.close();
    throw error;
  }
}

class Can implements TrashCan {
  readonly path: string;
  /** Paths are relative to the disk in a can that is on it, whose disk may be somewhere else tomorrow. */
  private readonly top: string | undefined;

  constructor(
    readonly folder: Folder,
    private readonly info: Folder,
    path: string,
  ) {
    this.path = join(path, 'files');
    this.top = basename(path).startsWith('.Trash-') ? dirname(path) : undefined;
  }

  note(name: string, { path }: Discarded): void {
    const shown = this.top === undefined ? path : relative(this.top, path);
    const address = shown.split('/').map(encodeURIComponent).join('/');
    const text = `[Trash Info]\nPath=${address}\nDeletionDate=${localTime(new Date())}\n`;
    fs.writeFileSync(this.info.at(name + INFO), text, { flag: 'wx', mode: 0o600 });
  }

  forget(name: string): void {
    fs.rmSync(this.info.at(name + INFO), { force: true });
  }

  close(): void {
    this.folder.close();
    this.info.close();
  }
}

/** `2026-01-31T08:05:09` in the user's own time, as the specification wants it. */
function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}
