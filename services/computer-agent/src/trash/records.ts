/** What this agent has moved to the trash: only that may be brought back from there, whatever else the user deleted. */
import fs from 'node:fs';
import { errnoOf } from '../errors.js';
import type { Folder } from '../home/folder.js';
import { openBelow } from '../home/open-below.js';

const FOLDER = 'trashed';
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The oldest ones go first; nobody undoes so far back. */
const MAX_RECORDS = 10_000;
const KEPT = 9_000;

export interface TrashRecord {
  /** Of the can: its path. */
  readonly can: string;
  /** The name there. */
  readonly name: string;
  /** Where it was, below the workspace. */
  readonly origin: readonly string[];
  /** The entry itself: another one may have its name by now, and its inode, which is used again at once. */
  readonly ino: number;
  readonly birth: number;
  readonly device: number;
}

export class TrashRecords {
  constructor(private readonly home: Folder) {}

  add(id: string, record: TrashRecord): void {
    this.inside((folder) => {
      const names = fs.readdirSync(folder.self);
      if (names.length >= MAX_RECORDS) removeOldest(folder, names);
      fs.writeFileSync(folder.at(id), JSON.stringify(record), { flag: 'wx', mode: 0o600 });
    });
  }

  find(id: string): TrashRecord | undefined {
    if (!ID.test(id)) return undefined;
    return this.inside((folder) => {
      try {
        return JSON.parse(fs.readFileSync(folder.at(id), 'utf8')) as TrashRecord;
      } catch (error) {
        if (errnoOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
        throw error;
      }
    });
  }

  delete(id: string): void {
    this.inside((folder) => fs.rmSync(folder.at(id), { force: true }));
  }

  private inside<T>(use: (folder: Folder) => T): T {
    const parent = openBelow(this.home, ['.computer']);
    if (!parent) throw Object.assign(new Error('no folder for data'), { code: 'ENOENT' });
    try {
      if (!parent.lstat(FOLDER)) fs.mkdirSync(parent.at(FOLDER), { mode: 0o700 });
      const folder = parent.open(FOLDER);
      try {
        return use(folder);
      } finally {
        folder.close();
      }
    } finally {
      parent.close();
    }
  }
}

function removeOldest(folder: Folder, names: readonly string[]): void {
  const aged = names.map((name) => ({ name, at: folder.lstat(name)?.mtimeMs ?? 0 })).toSorted((a, b) => b.at - a.at);
  for (const { name } of aged.slice(KEPT)) fs.rmSync(folder.at(name), { force: true });
}
