/** `npm run backup` and `npm run restore` as an administrator runs them in a folder. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { checkout } from './product.js';

export function backupCommands(folder: string) {
  const command = (what: 'backup' | 'restore', data: string, ...args: string[]) => ({
    args: [join(checkout, 'infra/apps/launcher/command.mjs'), what, ...args],
    options: {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '', ZO_PREBUILT: '1', ZO_DATA: data, INIT_CWD: folder },
    },
  });
  function run(
    what: 'backup' | 'restore',
    data: string,
    ...args: string[]
  ): { status: number | null; said: string; ms: number } {
    const { args: all, options } = command(what, data, ...args);
    const begun = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, all, {
      ...options,
      encoding: 'utf8',
      timeout: 120_000,
    });
    return { status, said: stdout + stderr, ms: performance.now() - begun };
  }
  const refused = (data: string, file: string) => {
    const { status, said } = run('restore', data, file);
    expect([status, said.trim().split('\n').length]).toEqual([1, 1]);
    return said.trim();
  };
  return { command, run, refused };
}
