import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';

const SCRIPT = new URL('./flooded.process.ts', import.meta.url).pathname;
const HOOKS = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url).href;

it.each(['pings', 'content', 'headers'])('a computer cannot abort a service by a flood of %s', async (kind) => {
  const child = fork(SCRIPT, [kind], {
    execArgv: ['--expose-gc', '--import', HOOKS],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
});
