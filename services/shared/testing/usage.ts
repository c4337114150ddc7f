/** Memory and event loop of a child process, as reported to the test that forked it. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const MB = 1024 ** 2;
const SAMPLE_MS = 5;
/** Code that has not run for some collections is dropped by the next. */
const UNUSED_CODE_ROUNDS = 10;

export interface Usage {
  /**
   * Kernel's high-water mark of resident memory above the baseline; garbage that is not yet collected counts, and all
   * of the young generation.
   */
  readonly grownMb: number;
  /** What was still referenced at the baseline beyond what was at the first one: heap, and buffers outside of it. */
  readonly retainedMb: number;
  /** CPU time of the slowest turn of the event loop: unlike its duration it does not depend on other processes. */
  readonly slowestTurnMs: number;
}

/** Called in the child: answers the requests of `ProcessUsage`. Needs `--expose-gc`. */
export function reportUsage(): void {
  let baseline = 0;
  let firstUsed: number | undefined;
  let used = 0;
  let slowest = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    slowest = Math.max(slowest, (user + system) / 1_000);
  }, SAMPLE_MS).unref();
  process.on('message', ({ usage }: { usage?: 'begin' | 'read' }) => {
    if (!usage) return;
    if (usage === 'begin') {
      for (let round = 0; round < (firstUsed === undefined ? UNUSED_CODE_ROUNDS : 1); round++) global.gc!();
      const { rss, heapUsed, external } = process.memoryUsage();
      baseline = rss;
      used = heapUsed + external;
      firstUsed ??= used;
      // Resets the high-water mark (proc(5)).
      writeFileSync('/proc/self/clear_refs', '5');
      before = process.threadCpuUsage();
      slowest = 0;
    }
    const grownMb = (peakBytes() - baseline) / MB;
    const retainedMb = (used - (firstUsed ?? 0)) / MB;
    process.send!({ usage: { grownMb, retainedMb, slowestTurnMs: slowest } satisfies Usage });
    slowest = 0;
  });
}

const peakBytes = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024;

/** Reads the usage of a child that calls `reportUsage`. */
export class ProcessUsage {
  constructor(private readonly child: ChildProcess) {}

  /** Collects garbage and makes the memory of the process the baseline. */
  begin(): Promise<Usage> {
    return this.ask('begin');
  }

  /** Returns the growth since the baseline and the slowest turn since the last call. */
  read(): Promise<Usage> {
    return this.ask('read');
  }

  private ask(usage: 'begin' | 'read'): Promise<Usage> {
    return new Promise((resolve) => {
      const onMessage = (message: { usage?: Usage }) => {
        if (!message.usage) return;
        this.child.off('message', onMessage);
        resolve(message.usage);
      };
      this.child.on('message', onMessage);
      this.child.send({ usage });
    });
  }
}
