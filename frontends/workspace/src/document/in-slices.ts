/** Work of this duration at a time does not hold up a key. */
const SLICE_MS = 10;

/** Runs steps with pauses for the page. @returns undefined once the result is not wanted any more */
export async function inSlices<T>(steps: Iterator<undefined, T>, isWanted = () => true): Promise<T | undefined> {
  while (isWanted()) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
    await pause();
  }
  return undefined;
}

/** Until the events that wait have been handled. Timers would wait longer, and for seconds in a hidden tab. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage('');
  });
