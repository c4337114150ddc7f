import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';

const SCRIPT = new URL('./flooded.process.ts', import.meta.url).pathname;
const HOOKS = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url).href;

it.each(['pings', 'content', 'headers'])(
  'HTTP/2 through a JsSocket survives %s after a protocol error',
  async (kind) => {
    const child = fork(SCRIPT, [kind], {
      execArgv: ['--expose-gc', '--import', HOOKS],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);
