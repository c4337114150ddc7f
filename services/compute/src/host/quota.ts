/**
 * Keeps homes within their limits, also against a shell: the file systems people have need not know quotas. What a home takes
 * is counted when the volume has become fuller. Over its limit no process of the computer can write to a file any more, which
 * the kernel enforces (RLIMIT_FSIZE); deleting goes on working.
 */
import { type Amount, filesFor, volumeOf, type Volume, weigh } from './disk.js';

const LOOK_MS = 2_000;
/** So much less space, or fewer files, on the volume is a reason to count. */
const GROWN_BYTES = 64 * 1024 ** 2;
const GROWN_FILES = 5_000;
const GROWN_SHARE = 0.05;
/** Without such a reason all are counted this often: what is freed elsewhere may hide what is taken here. */
const RECOUNT_MS = 60_000;
/** The agent refuses at the limit; what it counts differently must not freeze anybody. */
const SLACK_BYTES = 4 * 1024 ** 2;
const SLACK_SHARE = 0.02;

/** A running computer, as far as its disk goes. */
export interface Limited {
  readonly id: string;
  readonly home: string;
  readonly diskBytes: number;
  readonly isFrozen: boolean;
  /** No process in it can write to a file any more; with `killing` only its agent stays. */
  freeze(killing: boolean): Promise<void>;
  /** False: what was taken from its processes cannot be given back. */
  thaw(): Promise<boolean>;
}

export interface QuotaOptions {
  readonly folder: string;
  readonly running: () => readonly Limited[];
  /** Ends one in order; whoever needs it starts it again. */
  readonly stop: (id: string) => Promise<void>;
  /** The disks could not be measured this time. */
  readonly onError: (error: unknown) => void;
  readonly lookMs?: number;
}

export class Quota {
  private readonly timer: NodeJS.Timeout;
  private last?: Volume;
  private countedAt = 0;
  private looking?: Promise<void>;
  /** What those that are over their limit had when that was noticed. */
  private readonly frozenAt = new Map<string, Amount>();
  private readonly counted = new Set<string>();

  constructor(private readonly options: QuotaOptions) {
    this.timer = setInterval(() => void this.look(), options.lookMs ?? LOOK_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): Promise<void> {
    this.looking ??= this.lookNow()
      // The next look comes in two seconds.
      .catch(this.options.onError)
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const running = this.options.running();
    const ids = new Set(running.map(({ id }) => id));
    for (const known of [this.counted, this.frozenAt])
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    const volume = await volumeOf(this.options.folder);
    const all = this.isFuller(volume, running) || Date.now() - this.countedAt > RECOUNT_MS;
    if (all) {
      this.last = volume;
      this.countedAt = Date.now();
    }
    // The agents refuse to fill the reserve; where it shrinks all the same, shells do it.
    const low = volume.free < volume.reserve / 2;
    for (const computer of running)
      if (all || low || computer.isFrozen || !this.counted.has(computer.id)) await this.judge(computer, low);
  }

  private isFuller(volume: Volume, running: readonly Limited[]): boolean {
    if (!this.last) return true;
    const smallest = Math.min(
      GROWN_BYTES,
      ...running.flatMap(({ diskBytes }) => diskBytes || []).map((limit) => limit * GROWN_SHARE),
    );
    // What became free is where the next growth is counted from.
    if (volume.free > this.last.free) this.last = { ...this.last, free: volume.free };
    if (volume.freeFiles > this.last.freeFiles) this.last = { ...this.last, freeFiles: volume.freeFiles };
    return this.last.free - volume.free > smallest || this.last.freeFiles - volume.freeFiles > GROWN_FILES;
  }

  private async judge(computer: Limited, low: boolean): Promise<void> {
    const { id, home, diskBytes: limit } = computer;
    const amount = limit > 0 ? await weigh(home) : { bytes: 0, files: 0 };
    this.counted.add(id);
    const tooMany = limit > 0 && amount.files > filesFor(limit) * (1 + SLACK_SHARE);
    const tooLarge = limit > 0 && amount.bytes > limit * (1 + SLACK_SHARE) + SLACK_BYTES;
    const begun = this.frozenAt.get(id);
    if (tooMany || tooLarge || low) {
      if (begun && this.grewOn(begun, amount, limit)) return this.options.stop(id);
      if (!begun) this.frozenAt.set(id, amount);
      return computer.freeze(tooMany);
    }
    if (!computer.isFrozen || amount.bytes > limit || amount.files > filesFor(limit)) return;
    this.frozenAt.delete(id);
    if (!(await computer.thaw())) await this.options.stop(id);
  }

  /** Blocks can still be taken by ways no limit of a process covers: then the computer itself ends. */
  private grewOn(begun: Amount, now: Amount, limit: number): boolean {
    return (
      now.bytes > begun.bytes + limit * GROWN_SHARE + SLACK_BYTES ||
      now.files > begun.files + filesFor(limit) * GROWN_SHARE
    );
  }
}
