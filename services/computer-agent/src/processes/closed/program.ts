/**
 * Runs one command in a sandbox without a way out. Started by the host of the computer; the command is a line of JSON
 * on its input, the argument is the socket that leads to what was granted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { text } from 'node:stream/consumers';
import { forwardEgress } from '../../net/egress.js';
import type { ClosedInput } from './closed-command.js';

const NOT_FOUND = 127;
const SIGNALLED = 128;

const { command, cwd, env } = JSON.parse(await text(process.stdin)) as ClosedInput;
await once(forwardEgress(process.argv[2] ?? ''), 'listening');
// The home is read-only outside of the workspace, and programs keep their caches in it.
const caches = { XDG_CACHE_HOME: '/tmp/.cache', npm_config_cache: '/tmp/.npm' };
// Programs that look for newer versions of themselves would have the user asked about a host.
const quiet = { npm_config_update_notifier: 'false', NO_UPDATE_NOTIFIER: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
const child = spawn('/bin/bash', ['-lc', command], {
  cwd,
  env: { ...caches, ...quiet, ...env },
  stdio: ['ignore', 'inherit', 'inherit'],
});
child.once('error', (error) => {
  console.error(error.message);
  process.exit(NOT_FOUND);
});
// What the command left behind ends with this process: it is the first of its namespace.
child.once('exit', (code, signal) => process.exit(code ?? SIGNALLED + (signal ? constants.signals[signal] : 0)));
