import { expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { StatsResponseSchema } from '@zo/proto/agent/v1';
import { presentStats, statsResponse } from './stats.presenter.js';

it.each([
  [0, {}],
  [0.3, {}],
  [2_399.6, { current_mhz: 2_400 }],
])('LP-08 presents a kernel-reported processor frequency of %d MHz as %j', (cpuMhz, frequency) => {
  const stats = presentStats(create(StatsResponseSchema, { cpuMhz, bootMs: 1 }), new Date());
  expect(stats.cpu.frequency).toEqual(frequency);
  expect(statsResponse.safeParse(stats).success).toBe(true);
});
