import { expect, it } from '@jest/globals';
import { repeat } from './index.js';

const OPTIONS = { everyMs: 1, name: 'test', failure: 'the work could not be done' };

it('turns follow each other also after a failed one, never two at a time, until it is stopped', async () => {
  let turns = 0;
  let running = 0;
  let mostAtOnce = 0;
  const third = Promise.withResolvers<void>();
  const stop = repeat(
    async () => {
      mostAtOnce = Math.max(mostAtOnce, ++running);
      turns += 1;
      // Longer than the time between two turns.
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (turns === 1) throw new Error('away');
      if (turns === 3) third.resolve();
    },
    { ...OPTIONS, atOnce: true },
  );
  expect(turns).toBe(1);
  await third.promise;
  await stop();
  const before = turns;
  expect([running, mostAtOnce]).toEqual([0, 1]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(turns).toBe(before);
});

it('the end waits for the turn that runs', async () => {
  const work = Promise.withResolvers<void>();
  const stop = repeat(() => work.promise, { ...OPTIONS, everyMs: 60_000, atOnce: true });
  let hasEnded = false;
  const ended = stop().then(() => (hasEnded = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  work.resolve();
  await ended;
});
