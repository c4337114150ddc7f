import fs from 'node:fs';
import { promisify } from 'node:util';
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  MeasureResponseSchema,
  type MeasureRequest,
  type MeasureResponse,
  type Path,
} from '@zo/proto/agent/v1';
import { agentError, errnoOf, invalid, notFound } from '../errors.js';
import type { Folder, Name } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { isHidden, showPath } from '../home/names.js';
import { readdirBatches, yieldToEventLoop } from './calls.js';

const MAX_PATHS = 1_000;
/** Walks at once; each is a loop in the agent's own thread. */
const MAX_AT_ONCE = 8;
/** Each level of a walk holds two descriptors. */
const MAX_DEPTH = 200;
const BATCH = 1_000;
const PER_TURN = 250;
const SLOW_MS = 25;

const lstat = promisify(fs.lstat) as (path: Name) => Promise<fs.Stats>;

/** Bounds of one request. */
export interface MeasureLimits {
  readonly maxEntries: number;
  readonly maxMs: number;
}

let running = 0;

/**
 * Bytes and entries of files and folders with everything below them. What lies behind links is not counted, and files
 * with several names count once. Beyond the limits the count ends, and is marked as partial.
 */
export async function measure(
  { home, limits }: { home: Home; limits: MeasureLimits },
  { paths }: Pick<MeasureRequest, 'paths'>,
  signal: AbortSignal,
): Promise<MeasureResponse> {
  if (paths.length > MAX_PATHS) throw invalid(`At most ${MAX_PATHS} paths are measured at once.`);
  if (running >= MAX_AT_ONCE) throw agentError(ErrorReason.LIMIT_REACHED, 'Too many folders are being measured.');
  running++;
  try {
    const walk = new Measuring(limits, signal);
    for (const path of paths) await measurePath(home, path, walk);
    const { bytes, files, folders, isPartial } = walk;
    return create(MeasureResponseSchema, {
      bytes: BigInt(bytes),
      files: BigInt(files),
      folders: BigInt(folders),
      partial: isPartial,
    });
  } finally {
    running--;
  }
}

async function measurePath(home: Home, path: Path, walk: Measuring): Promise<void> {
  await home.within(path, { follow: true }, async ({ folder, name }) => {
    if (name === null) await walk.below(folder, 0);
    else if (folder.lstat(name)) await walk.add(folder, name, 0);
    else throw notFound(showPath(path));
  });
}

class Measuring {
  bytes = 0;
  files = 0;
  folders = 0;
  isPartial = false;
  private readonly seen = new Set<number>();
  private readonly end: number;
  private looked = 0;
  private turnBegan = performance.now();
  /** Set once the disk answered slowly: from then on threads wait for it, and not the agent. */
  private isSlow = false;

  constructor(
    private readonly limits: MeasureLimits,
    private readonly signal: AbortSignal,
  ) {
    this.end = performance.now() + limits.maxMs;
  }

  /** Whether a bound is reached. */
  private get isOver(): boolean {
    return this.looked >= this.limits.maxEntries || performance.now() > this.end;
  }

  /** Counts everything in a folder, but not the folder itself. */
  async below(folder: Folder, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) return void (this.isPartial = true);
    try {
      for await (const listed of readdirBatches(folder.self, BATCH))
        for (const { name } of listed) {
          if (isHidden(name)) continue;
          if (this.isOver) return void (this.isPartial = true);
          await this.add(folder, name, depth);
        }
    } catch (error) {
      this.ignoreUnreadable(error);
    }
  }

  async add(folder: Folder, name: Name, depth: number): Promise<void> {
    if (++this.looked % PER_TURN === 0) await this.turn();
    const stats = this.isSlow
      ? await lstat(folder.at(name)).catch((error: unknown) => this.ignoreUnreadable(error))
      : folder.lstat(name);
    if (!stats) return;
    if (!stats.isDirectory()) return this.addFile(stats);
    this.folders++;
    try {
      const child = folder.open(name);
      try {
        await this.below(child, depth + 1);
      } finally {
        child.close();
      }
    } catch (error) {
      this.ignoreUnreadable(error);
    }
  }

  private addFile({ nlink, ino, size }: fs.Stats): void {
    this.files++;
    if (nlink > 1 && this.seen.has(ino)) return;
    if (nlink > 1) this.seen.add(ino);
    this.bytes += size;
  }

  private async turn(): Promise<void> {
    this.signal.throwIfAborted();
    this.isSlow ||= performance.now() - this.turnBegan > SLOW_MS;
    await yieldToEventLoop();
    this.turnBegan = performance.now();
  }

  /** An entry that is gone counts nothing; one that cannot be read leaves the count partial. */
  private ignoreUnreadable(error: unknown): undefined {
    const errno = errnoOf(error);
    if (errno === 'EACCES') this.isPartial = true;
    else if (errno !== 'ENOENT' && errno !== 'ENOTDIR' && errno !== 'ELOOP') throw error;
  }
}
