/** Wakes one that waits; a ring while nobody waits is not lost. */
export class Bell {
  private rung = false;
  private wakeUp: () => void = () => undefined;

  readonly ring = (): void => {
    this.rung = true;
    this.wakeUp();
  };

  /** Resolves at the next ring, after `ms`, or on an abort. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.wakeUp = () => undefined;
        this.rung = false;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wakeUp = done;
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted || this.rung) done();
    });
  }
}
