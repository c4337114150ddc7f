// What `@jest/globals` exports to test files in bare Node.
import { createRequire } from 'node:module';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;

let timers;
/** Loaded by the few files that have a clock of their own. */
function fakeTimers() {
  const { ModernFakeTimers } = createRequire(import.meta.url)('@jest/fake-timers');
  timers ??= new ModernFakeTimers({ config: { fakeTimers: {}, rootDir: '/' }, global: globalThis });
  return timers;
}

/** Only what sets the clock: modules cannot be replaced where files share them. */
export const jest = {
  useFakeTimers: () => fakeTimers().useFakeTimers(),
  useRealTimers: () => fakeTimers().useRealTimers(),
  advanceTimersByTimeAsync: (ms) => fakeTimers().advanceTimersByTimeAsync(ms),
};
