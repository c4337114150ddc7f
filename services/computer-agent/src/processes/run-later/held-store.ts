/** Keeps what is held, and what was there before a running command, where commands without a way out cannot write. */
import fs from 'node:fs';
import type { Folder } from '../../home/folder.js';
import { openBelow } from '../../home/open-below.js';
import type { Candidate, Candidates } from './candidates.js';

const PARENT = '.computer';
const FOLDER = 'held';
const RUNNING = 'running-';
const MAX_HELD = 50;
const ID = /^[0-9a-f-]{36}$/;

export interface HeldFile {
  readonly key: string;
  readonly kind: Candidate['kind'] | 'absent';
  readonly mode: number;
  /** Empty where nothing is to be there. */
  readonly bytes: Buffer;
  /** What was put in its place. */
  readonly left: string;
}

/** What was there before a command that runs, and what programs are made of that the computer starts. */
interface Running {
  readonly id: string;
  readonly before: Candidates;
  readonly programs: readonly string[][];
}

interface Stored {
  readonly key: string;
  readonly kind: HeldFile['kind'];
  readonly mode: number;
  /** In base64; null: too large to be kept. */
  readonly bytes: string | null;
  readonly left?: string;
  readonly stamp?: string;
  readonly isSettings?: boolean;
}

export class HeldStore {
  constructor(private readonly home: Folder) {}

  begin({ id, before, programs }: Running): void {
    const files = [...before].map(([key, { bytes, ...file }]) => ({
      key,
      ...file,
      bytes: bytes?.toString('base64') ?? null,
    }));
    const text = JSON.stringify({ files, programs });
    this.within((folder) => fs.writeFileSync(folder.at(`${RUNNING}${id}`), text, { mode: 0o600 }));
  }

  finish(id: string): void {
    this.within((folder) => fs.rmSync(folder.at(`${RUNNING}${id}`), { force: true }));
  }

  /** What was there before commands whose end nobody has seen. */
  unfinished(): Running[] {
    const found = this.ifThere((folder) =>
      fs.readdirSync(folder.self).flatMap((name) => {
        const id = name.slice(RUNNING.length);
        if (!name.startsWith(RUNNING) || !ID.test(id)) return [];
        const running = runningIn(read(folder, name));
        // Half a list would take files away that were there.
        if (!running) fs.rmSync(folder.at(name), { force: true });
        return running ? [{ id, before: candidatesOf(running.files), programs: running.programs }] : [];
      }),
    );
    return found ?? [];
  }

  keep(id: string, files: readonly HeldFile[]): void {
    const stored = files.map((file) => ({ ...file, bytes: file.bytes.toString('base64') }));
    this.within((folder) => {
      fs.writeFileSync(folder.at(id), JSON.stringify(stored), { mode: 0o600 });
      const ids = fs.readdirSync(folder.self).filter((name) => ID.test(name));
      const byAge = ids.map((name) => ({ name, at: folder.lstat(name)?.mtimeMs ?? 0 })).toSorted((a, b) => b.at - a.at);
      for (const { name } of byAge.slice(MAX_HELD)) fs.rmSync(folder.at(name), { force: true });
    });
  }

  /** Each is taken once. */
  take(id: string): HeldFile[] | undefined {
    if (!ID.test(id)) return undefined;
    return this.ifThere((folder) => {
      const files = filesIn(read(folder, id));
      fs.rmSync(folder.at(id), { force: true });
      return files?.map(({ bytes, left = '', ...file }) => ({
        ...file,
        left,
        bytes: Buffer.from(bytes ?? '', 'base64'),
      }));
    });
  }

  private within(work: (folder: Folder) => void): void {
    this.inParent((parent) => {
      if (!parent.lstat(FOLDER)) fs.mkdirSync(parent.at(FOLDER), { mode: 0o700 });
      this.open(parent, work);
    });
  }

  /** Makes no folder: a home is new until something is kept in it. */
  private ifThere<T>(work: (folder: Folder) => T): T | undefined {
    return this.inParent((parent) => (parent.lstat(FOLDER) ? this.open(parent, work) : undefined));
  }

  private open<T>(parent: Folder, work: (folder: Folder) => T): T {
    const folder = parent.open(FOLDER);
    try {
      return work(folder);
    } finally {
      folder.close();
    }
  }

  private inParent<T>(work: (parent: Folder) => T): T {
    const parent = openBelow(this.home, [PARENT]);
    if (!parent) throw new Error('the folder of the agent is missing');
    try {
      return work(parent);
    } finally {
      parent.close();
    }
  }
}

function candidatesOf(files: readonly Stored[]): Candidates {
  return new Map(
    files.flatMap(({ key, kind, mode, bytes, stamp = '', isSettings = false }) =>
      kind === 'absent'
        ? []
        : [[key, { kind, mode, stamp, isSettings, bytes: bytes === null ? undefined : Buffer.from(bytes, 'base64') }]],
    ),
  );
}

function read(folder: Folder, name: string): unknown {
  try {
    const { fd } = folder.openFile(name);
    try {
      return JSON.parse(fs.readFileSync(fd, 'utf8'));
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

const filesIn = (found: unknown): Stored[] | undefined =>
  Array.isArray(found) && found.every(isStored) ? found : undefined;

function runningIn(found: unknown): { files: Stored[]; programs: string[][] } | undefined {
  // The agent of the release before kept files only.
  const { files: kept, programs = [] } = (Array.isArray(found) ? { files: found } : (found ?? {})) as {
    files?: unknown;
    programs?: unknown;
  };
  const files = filesIn(kept);
  return files && Array.isArray(programs) && programs.every(isNames) ? { files, programs } : undefined;
}

const isNames = (names: unknown): names is string[] =>
  Array.isArray(names) && names.every((name) => typeof name === 'string');

function isStored(file: unknown): file is Stored {
  const { key, kind, mode, bytes } = (file ?? {}) as Record<string, unknown>;
  return (
    typeof key === 'string' &&
    (kind === 'file' || kind === 'link' || kind === 'absent') &&
    Number.isInteger(mode) &&
    (bytes === null || typeof bytes === 'string')
  );
}
