/**
 * Keeps homes within their limits, also against a shell, on file systems without quotas. Homes are counted when the
 * volume has become fuller. Over its limit no process of the computer can write to a file any more, which the kernel
 * enforces (RLIMIT_FSIZE); deleting still works. So it is with a home that cannot be counted, which may be over it.
 */
import { type Amount, diskUsage, filesFor, indexRoomFor, type Volume, volumeOf } from './disk.js';

const CHECK_INTERVAL_MS = 2_000;
/** Homes are counted when the volume has this much less space, or this many fewer files. */
const GROWN_BYTES = 64 * 1024 ** 2;
const GROWN_FILES = 5_000;
const GROWN_SHARE = 0.05;
/** Without such growth all homes are counted this often: what is freed elsewhere may hide what is taken here. */
const RECOUNT_MS = 60_000;
/** The agent refuses at the limit; a difference in counting must not freeze a computer. */
const SLACK_BYTES = 4 * 1024 ** 2;
const SLACK_SHARE = 0.02;

/** A home that could not be counted so often in a row counts as over its limit, until it can be counted. */
const MAX_FAILED_COUNTS = 3;
/** Pause before a home that could not be counted is counted again: this costs a minute where time was the reason. */
const RETRY_MS = 10_000;

/** The parts of a running computer that its quota needs. */
export interface QuotaSubject {
  readonly id: string;
  readonly home: string;
  readonly diskBytes: number;
  readonly isFrozen: boolean;
  /** Stops all its processes from writing to files; with `killing` only its agent survives. */
  freeze(killing: boolean): Promise<void>;
  /** Returns false when its processes cannot be given back what was taken. */
  thaw(): Promise<boolean>;
}

export interface QuotaOptions {
  readonly folder: string;
  readonly running: () => readonly QuotaSubject[];
  /** Ends a computer in order; the next caller that needs it starts it again. */
  readonly stop: (id: string) => Promise<void>;
  /** Called when the volume or a home could not be measured; a later check tries again. */
  readonly onError: (error: unknown) => void;
  readonly intervalMs?: number;
  readonly retryMs?: number;
}

export class Quota {
  private readonly timer: NodeJS.Timeout;
  private last?: Volume;
  private countedAt = 0;
  private looking?: Promise<void>;
  /** Disk use of each computer over its limit, at the time that was noticed. */
  private readonly frozenAt = new Map<string, Amount>();
  private readonly counted = new Set<string>();
  /** How often a home could not be counted in a row. Kept when a computer ends: its next run is not to grow either. */
  private readonly failures = new Map<string, number>();
  /** Homes that are counted again beside the others, which must not wait for them. */
  private readonly retried = new Set<string>();

  constructor(private readonly options: QuotaOptions) {
    this.timer = setInterval(() => void this.checkOnce(), options.intervalMs ?? CHECK_INTERVAL_MS);
    this.timer.unref();
  }

  /** Running computers that may not write because their homes cannot be counted. */
  get uncounted(): number {
    return this.options.running().filter(({ id }) => this.isUncountable(id)).length;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private checkOnce(): Promise<void> {
    this.looking ??= this.checkNow()
      // The next check comes in two seconds.
      .catch(this.options.onError)
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async checkNow(): Promise<void> {
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
    // The agents refuse to fill the reserve; if it shrinks all the same, shells fill it.
    const low = volume.free < volume.reserve / 2;
    for (const computer of running)
      if (this.failures.has(computer.id)) void this.retry(computer, low);
      else if (all || low || computer.isFrozen || !this.counted.has(computer.id))
        // A home that cannot be counted must not keep those behind it from being checked.
        await this.checkUsage(computer, low).catch(this.options.onError);
  }

  private isUncountable(id: string): boolean {
    return (this.failures.get(id) ?? 0) >= MAX_FAILED_COUNTS;
  }

  private async retry(computer: QuotaSubject, low: boolean): Promise<void> {
    const { id } = computer;
    // Also a later run of a computer, whose processes nobody has stopped from writing yet.
    if ((low || this.isUncountable(id)) && !computer.isFrozen) await computer.freeze(false).catch(this.options.onError);
    if (this.retried.has(id)) return;
    this.retried.add(id);
    await this.checkUsage(computer, low).catch(this.options.onError);
    setTimeout(() => this.retried.delete(id), this.options.retryMs ?? RETRY_MS).unref();
  }

  private isFuller(volume: Volume, running: readonly QuotaSubject[]): boolean {
    if (!this.last) return true;
    const smallest = Math.min(
      GROWN_BYTES,
      ...running.flatMap(({ diskBytes }) => diskBytes || []).map((limit) => limit * GROWN_SHARE),
    );
    // Growth is measured from the most space that was free.
    if (volume.free > this.last.free) this.last = { ...this.last, free: volume.free };
    if (volume.freeFiles > this.last.freeFiles) this.last = { ...this.last, freeFiles: volume.freeFiles };
    return this.last.free - volume.free > smallest || this.last.freeFiles - volume.freeFiles > GROWN_FILES;
  }

  private async checkUsage(computer: QuotaSubject, low: boolean): Promise<void> {
    const { id, diskBytes } = computer;
    const limit = diskBytes > 0 ? diskBytes + indexRoomFor(diskBytes) : 0;
    // At once, because counting takes long or fails while the disk is full.
    if (low && !computer.isFrozen) await computer.freeze(false);
    const amount = limit > 0 ? await this.count(computer) : { bytes: 0, files: 0 };
    if (!amount) return;
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

  /** Undefined when the home could not be counted. */
  private async count(computer: QuotaSubject): Promise<Amount | undefined> {
    const { id, home } = computer;
    try {
      const amount = await diskUsage(home);
      this.failures.delete(id);
      return amount;
    } catch (error) {
      const failures = (this.failures.get(id) ?? 0) + 1;
      this.failures.set(id, failures);
      if (failures < MAX_FAILED_COUNTS) this.options.onError(error);
      if (failures === MAX_FAILED_COUNTS)
        this.options.onError(
          new Error(
            `the home ${home} could not be counted ${failures} times in a row: its computer can write nothing until ` +
              'it can be counted',
            { cause: error },
          ),
        );
      if (failures >= MAX_FAILED_COUNTS && !computer.isFrozen) await computer.freeze(false);
      return undefined;
    }
  }

  /** Space can still be taken in ways that no process limit covers: then the computer itself is stopped. */
  private grewOn(begun: Amount, now: Amount, limit: number): boolean {
    return (
      now.bytes > begun.bytes + limit * GROWN_SHARE + SLACK_BYTES ||
      now.files > begun.files + filesFor(limit) * GROWN_SHARE
    );
  }
}
