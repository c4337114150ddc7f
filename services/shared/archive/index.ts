/**
 * Packs folders into one compressed tar and unpacks them. GNU tar preserves owners, modes, times, links, holes and
 * attributes, and follows no link in either direction.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

/** Carries the last error message of tar. */
export class ArchiveError extends Error {}

const KEPT = ['--numeric-owner', '--xattrs', '--acls', '--verbose'];
/** Only system folders, so that a `tar` planted earlier in the caller's PATH is never run. */
const SYSTEM = '/usr/sbin:/usr/bin:/sbin:/bin';
/** Exit code of tar when a file changed or was removed while it was read. */
const CHANGED = 1;

export interface Counts {
  /** Files and folders. */
  readonly entries: number;
  /**
   * Entries that could not be read, because their owner denies access to this process, and were left out. Root can read
   * everything.
   */
  readonly unreadable: number;
}

export interface Packed {
  readonly content: Readable;
  /** Resolves when tar has exited successfully. */
  readonly result: Promise<Counts>;
}

export interface PackOptions {
  /** Name patterns, relative to `folder`, to leave out. */
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

/**
 * Unpacks into an empty folder; returns the number of files and folders.
 * @throws ArchiveError, or the error of the stream; nothing writes into the folder afterwards
 */
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
  const closed = new Promise((resolve) => input.once('close', resolve));
  // tar may exit at the end of the archive, before the padding behind it is written. Read the rest anyway; only the
  // exit code of tar decides.
  const feed = pipeline(content, createZstdDecompress(), async (blocks: AsyncIterable<Buffer>) => {
    for await (const block of blocks)
      if (!input.destroyed && !input.write(block))
        await Promise.race([closed, new Promise((resolve) => input.once('drain', resolve))]);
    input.end();
  });
  // Without the rest of the archive tar would wait for it for ever.
  feed.catch(() => tar.kill('SIGKILL'));
  const [ended, fed] = await Promise.allSettled([endOf(tar, [0], tar.stdout!), feed]);
  if (fed.status === 'rejected') throw fed.reason;
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value.entries;
}

const start = (args: string[]) =>
  spawn('tar', args, { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: SYSTEM, LC_ALL: 'C' } });

/** Returns the counts taken from the output of tar. @throws ArchiveError with tar's last error message */
async function endOf(tar: ChildProcess, good: readonly number[], listing: Readable = tar.stderr!): Promise<Counts> {
  let entries = 0;
  let unreadable = 0;
  let lastMessage = '';
  const read = async (stream: Readable) => {
    for await (const line of createInterface(stream)) {
      // tar prefixes its own messages with `tar: `; entry names are relative paths and never start with that.
      if (!line.startsWith('tar: ')) entries++;
      else if (line.endsWith(': Permission denied')) unreadable++;
      else if (!line.includes('xiting')) lastMessage = line.slice('tar: '.length);
    }
  };
  const streams = new Set([listing, tar.stderr!]);
  const [[code]] = await Promise.all([once(tar, 'close') as Promise<[number | null]>, ...[...streams].map(read)]);
  if (code === null || !good.includes(code)) throw new ArchiveError(`tar failed: ${lastMessage || `code ${code}`}`);
  return { entries, unreadable };
}
