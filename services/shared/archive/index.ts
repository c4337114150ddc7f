/** Folders as one compressed tar, and back. GNU tar keeps owners, modes, times, links, holes and attributes, and follows no link on either way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

/** What tar says when it could not. */
export class ArchiveFault extends Error {}

const KEPT = ['--numeric-owner', '--xattrs', '--acls', '--verbose'];
/** Where the system's own programs are, whatever somebody put before them. */
const SYSTEM = '/usr/sbin:/usr/bin:/sbin:/bin';
/** Of tar: a file changed, or went away, while it was read. */
const CHANGED = 1;

export interface Counts {
  /** Files and folders. */
  readonly entries: number;
  /** Those their owner has closed to everybody, us included: they are left out. Root can read everything. */
  readonly unreadable: number;
}

export interface Packed {
  readonly content: Readable;
  /** Resolves when tar has ended well. */
  readonly result: Promise<Counts>;
}

export interface PackOptions {
  /** Patterns of names, from `folder` on, that are left out. */
  readonly except?: readonly string[];
}

/** @param names files and folders below `folder` */
export function packFolders(folder: string, names: readonly string[], { except = [] }: PackOptions = {}): Packed {
  const left = except.map((pattern) => `--exclude=${pattern}`);
  const tar = start([
    '--create',
    '--format=posix',
    '--sparse',
    '--ignore-failed-read',
    ...KEPT,
    '--anchored',
    ...left,
    '--directory',
    folder,
    '--',
    ...names,
  ]);
  const content = createZstdCompress();
  const result = Promise.all([endOf(tar, [0, CHANGED]), pipeline(tar.stdout!, content)]).then(([counts]) => counts);
  result.catch((error: Error) => content.destroy(error));
  return { content, result };
}

/** Unpacks into an empty folder; answers how many files and folders there were. */
export async function unpackFolders(folder: string, content: Readable): Promise<number> {
  const tar = start([
    '--extract',
    '--preserve-permissions',
    '--delay-directory-restore',
    ...KEPT,
    '--directory',
    folder,
  ]);
  const input = tar.stdin!.on('error', () => undefined);
  const gone = new Promise((resolve) => input.once('close', resolve));
  // It may end with the archive, before the padding behind it is written: the rest is read all the same, and how it ended is what counts.
  const feed = pipeline(content, createZstdDecompress(), async (blocks: AsyncIterable<Buffer>) => {
    for await (const block of blocks)
      if (!input.destroyed && !input.write(block))
        await Promise.race([gone, new Promise((resolve) => input.once('drain', resolve))]);
    input.end();
  });
  const [{ entries }] = await Promise.all([endOf(tar, [0], tar.stdout!), feed]);
  return entries;
}

const start = (args: string[]) =>
  spawn('tar', args, { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: SYSTEM, LC_ALL: 'C' } });

/** Resolves with what it told of. @throws ArchiveFault with the last thing tar said */
async function endOf(tar: ChildProcess, good: readonly number[], listing: Readable = tar.stderr!): Promise<Counts> {
  let entries = 0;
  let unreadable = 0;
  let said = '';
  const read = async (stream: Readable) => {
    for await (const line of createInterface(stream)) {
      // Of what there is below a folder no name begins so.
      if (!line.startsWith('tar: ')) entries++;
      else if (line.endsWith(': Permission denied')) unreadable++;
      else if (!line.includes('xiting')) said = line.slice('tar: '.length);
    }
  };
  const streams = new Set([listing, tar.stderr!]);
  const [[code]] = await Promise.all([once(tar, 'close') as Promise<[number | null]>, ...[...streams].map(read)]);
  if (code === null || !good.includes(code)) throw new ArchiveFault(`tar failed: ${said || `code ${code}`}`);
  return { entries, unreadable };
}
