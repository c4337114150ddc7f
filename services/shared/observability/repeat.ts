import { logger } from './log.js';

export interface RepeatOptions {
  readonly everyMs: number;
  /** Whose log says that a turn failed, such as `channels`. */
  readonly name: string;
  /** What could not be done, as the log says it: 'old mails could not be deleted'. */
  readonly failure: string;
  /** Whether the first turn is now. */
  readonly atOnce?: boolean;
}

/**
 * Does some work again and again, one turn at a time: a turn that is due while the one before it runs is left out. A
 * failed turn is logged, and the next one tries again. Does not keep the process alive.
 *
 * @returns a function that ends it, and resolves when a turn that runs has ended
 */
export function repeat(work: () => Promise<unknown>, options: RepeatOptions): () => Promise<void> {
  const { everyMs, name, failure, atOnce = false } = options;
  let running: Promise<unknown> | undefined;
  const turn = () => {
    running ??= work()
      .catch((error: unknown) => logger(name).warn({ error }, `${failure}; it is tried again`))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(turn, everyMs);
  timer.unref();
  if (atOnce) turn();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
