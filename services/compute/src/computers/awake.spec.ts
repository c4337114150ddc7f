import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Awake } from './awake.js';

const RUNNING = {
  id: 'c',
  address: 'unix:/nowhere',
  instance: 'c',
  secret: 's',
  startedAt: 1,
  sandboxed: true,
  reason: '',
  egressSocket: '',
  canClose: false,
};
let idles = 0;
let awake: Awake;

beforeEach(() => {
  jest.useFakeTimers();
  idles = 0;
  awake = new Awake({
    userId: 'u',
    handle: 'u',
    running: RUNNING,
    idleMs: 5_000,
    responseTimeoutMs: 1_000,
    onActivity: () => undefined,
    onIdle: () => (idles += 1),
  });
});
afterEach(() => {
  awake.close();
  jest.useRealTimers();
});

const respond = (info: () => Promise<unknown>) => Object.assign(awake.client.system, { info });

it('an idle computer is let sleep again while it did not stop, and no more once it is closed', async () => {
  respond(async () => ({ busyReason: '', lastActiveMs: 0 }));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(idles).toBe(1);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(idles).toBe(3);
  awake.close();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(idles).toBe(3);
});

it('a computer that does not answer is let sleep from the third time on', async () => {
  respond(async () => Promise.reject(new Error('no answer')));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(idles).toBe(0);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(idles).toBe(2);
});
