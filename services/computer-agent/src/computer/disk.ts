import fs from 'node:fs';
import { agentError } from '../errors.js';
import { INDEX_FOLDER } from '../search/index/place.js';
import { MAX_CACHE_BYTES, THUMBS_FOLDER } from '../thumbs/cache.js';
import { yieldToEventLoop, readdir } from '../files/calls.js';
import { ErrorReason, type Path } from '@zo/proto/agent/v1';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';

const FRESH_MS = 60_000;
/** A caller that is refused again and again must not cause constant counting. */
const RECOUNT_MS = 500;
const PER_TURN = 200;
const BLOCK = 512;
const RESERVE_SHARE = 0.05;
/** The folder of open uploads; another folder of this name is counted slightly too high at most. */
const UPLOADS = 'uploads';

/** In bytes. */
export interface DiskLimits {
  /** Of the home; 0: only the volume limits it. */
  readonly limit: number;
  /** What is left free on the volume. */
  readonly reserve: number;
  /** What the index may take beside the limit. */
  readonly maxIndexBytes: number;
}

/** How full the home is. Counted at most once a minute and only on demand; writes in between are added. */
export class Disk {
  private used = 0;
  private countedAt = 0;
  private counting: Promise<void> | null = null;

  constructor(
    private readonly home: Folder,
    private readonly limits: DiskLimits,
  ) {}

  get isLimited(): boolean {
    return this.limits.limit > 0;
  }

  /** Bytes that the home uses, and bytes that it could use: its limit, else also all that is free on the volume. */
  async usage(): Promise<{ total: number; used: number }> {
    const counted = this.count();
    if (this.countedAt === 0) await counted;
    const volume = fs.statfsSync(this.home.self);
    return { total: this.limits.limit || this.used + volume.bavail * volume.bsize, used: this.used };
  }

  /**
   * @throws DISK_FULL when `bytes` more do not fit. Counts again before it refuses: deletions since the last count,
   * also in a terminal, have made room.
   */
  readonly room = async (bytes: number): Promise<void> => {
    const volume = fs.statfsSync(this.home.self);
    const reserve = Math.min(this.limits.reserve, volume.blocks * volume.bsize * RESERVE_SHARE);
    if (bytes > volume.bavail * volume.bsize - reserve) throw full();
    if (this.limits.limit > 0) {
      void this.count().catch((error: unknown) => console.error('cannot count the home', error));
      if (this.used + bytes > this.limits.limit) await this.count(RECOUNT_MS);
      if (this.used + bytes > this.limits.limit) throw full();
    }
    this.used += bytes;
  };

  private count(freshMs = FRESH_MS): Promise<void> {
    if (Date.now() - this.countedAt < freshMs) return Promise.resolve();
    this.counting ??= this.countAll().finally(() => (this.counting = null));
    return this.counting;
  }

  private async countAll(): Promise<void> {
    const walk: Walk = { bytes: 0, seen: new Set(), looked: 0 };
    await addDiskUsage(this.home.again(), walk);
    // They may have grown since they were counted.
    const index = Math.min(bytesIn(this.home, INDEX_FOLDER), this.limits.maxIndexBytes);
    const thumbs = Math.min(bytesIn(this.home, THUMBS_FOLDER), MAX_CACHE_BYTES);
    this.used = Math.max(0, walk.bytes - index - thumbs);
    this.countedAt = Date.now();
  }
}

/** What the files of a folder take, which does not count as use. */
function bytesIn(home: Folder, folder: string): number {
  try {
    const names = fs.readdirSync(`${home.self}/${folder}`);
    const sizes = names.map((name) => fs.lstatSync(`${home.self}/${folder}/${name}`).blocks * BLOCK);
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}

interface Walk {
  bytes: number;
  /** Files with several names count once. */
  seen: Set<number>;
  looked: number;
}

/** Bytes that a copy of `path` would take; 0 when it does not exist, which the copy reports itself. */
export async function weightOf(home: Home, path: Path | undefined): Promise<number> {
  return home.within(path, {}, async ({ folder, name }) => {
    const stats = name === null ? undefined : folder.lstat(name);
    if (!stats || name === null) return 0;
    if (!stats.isDirectory()) return stats.blocks * BLOCK;
    const walk: Walk = { bytes: 0, seen: new Set(), looked: 0 };
    await addDiskUsage(folder.open(name), walk);
    return walk.bytes;
  });
}

/** `reserved`: files of open uploads count in full, including the parts that have not arrived. */
async function addDiskUsage(folder: Folder, walk: Walk, reserved = false): Promise<void> {
  try {
    for (const name of await readdir(folder.self)) {
      if (++walk.looked % PER_TURN === 0) await yieldToEventLoop();
      const stats = folder.lstat(name);
      if (!stats || (stats.nlink > 1 && stats.isFile() && walk.seen.has(stats.ino))) continue;
      if (stats.nlink > 1 && stats.isFile()) walk.seen.add(stats.ino);
      walk.bytes += reserved ? Math.max(stats.size, stats.blocks * BLOCK) : stats.blocks * BLOCK;
      if (stats.isDirectory()) await addDiskUsage(folder.open(name), walk, name === UPLOADS);
    }
  } catch {
    // removed meanwhile, or not readable: counts as nothing
  } finally {
    folder.close();
  }
}

const full = () => agentError(ErrorReason.DISK_FULL, 'The disk is full.');
