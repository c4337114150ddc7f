import { expect, it } from '@jest/globals';
import { processorMs, residentBytes } from './usage.js';

it('the memory and the processor time of a process are read, and nothing of one that has ended', () => {
  const { user, system } = process.cpuUsage();
  expect(processorMs(process.pid)).toBeGreaterThanOrEqual((user + system) / 1_000 - 50);
  const { user: later, system: more } = process.cpuUsage();
  expect(processorMs(process.pid)).toBeLessThan((later + more) / 1_000 + 1_000);
  expect(residentBytes(process.pid)).toBeGreaterThan(1_000_000);
  expect([processorMs(0), residentBytes(0)]).toEqual([0, 0]);
});
