import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/eventually';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Quota, type QuotaSubject } from '../src/host/quota.js';

const LIMIT = 1024 ** 2;
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'zo-quota-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A computer whose home has this many bytes; without a number it has no home. */
function computerWith(id: string, bytes?: number): QuotaSubject {
  const home = join(folder, id);
  if (bytes !== undefined) {
    mkdirSync(home);
    writeFileSync(join(home, 'file'), Buffer.alloc(bytes, 1));
  }
  const subject = {
    id,
    home,
    diskBytes: LIMIT,
    isFrozen: false,
    freeze: async () => void (subject.isFrozen = true),
    thaw: async () => {
      subject.isFrozen = false;
      return true;
    },
  };
  return subject;
}

it('a home that cannot be counted keeps no other home from its limit', async () => {
  const [lost, within, over] = [computerWith('lost'), computerWith('within', 10), computerWith('over', 64 * LIMIT)];
  const errors: unknown[] = [];
  const quota = new Quota({
    folder,
    running: () => [lost, within, over],
    stop: async () => undefined,
    onError: (error) => errors.push(error),
    intervalMs: 10,
  });
  await eventually(() => over.isFrozen);
  quota.close();
  expect(errors).toContainEqual(expect.objectContaining({ message: expect.stringContaining('could not be counted') }));
  expect(within.isFrozen).toBe(false);
});

it('a home that cannot be counted several times is frozen until it can be counted, also in the next run', async () => {
  const lost = computerWith('lost');
  let running = [lost];
  const errors: string[] = [];
  const quota = new Quota({
    folder,
    running: () => running,
    stop: async () => undefined,
    onError: (error) => errors.push((error as Error).message),
    intervalMs: 10,
    retryMs: 10,
  });
  await eventually(() => lost.isFrozen);
  expect(quota.uncounted).toBe(1);
  expect(errors.slice(0, 3)).toEqual([
    expect.stringContaining('could not be counted'),
    expect.stringContaining('could not be counted'),
    `the home ${lost.home} could not be counted 3 times in a row: its computer can write nothing until it can be ` +
      'counted',
  ]);
  const again = computerWith('lost');
  running = [again];
  await eventually(() => again.isFrozen);
  // Once for all further attempts.
  expect(errors).toHaveLength(3);
  mkdirSync(again.home);
  await eventually(() => !again.isFrozen);
  expect(quota.uncounted).toBe(0);
  quota.close();
});

it('a volume whose reserve is half gone freezes all homes, also one that cannot be counted, until there is room', () => {
  const volume = join(folder, 'volume');
  mkdirSync(volume);
  const script = `
    const { Quota } = await import('${new URL('../src/host/quota.ts', import.meta.url).pathname}');
    const { mkdirSync, rmSync, statfsSync, writeFileSync } = await import('node:fs');
    const { eventually } = await import('${new URL('../../shared/testing/eventually.ts', import.meta.url).pathname}');
    const computer = (id) => ({ id, home: '${volume}/' + id, diskBytes: 2 ** 30, isFrozen: false,
      async freeze() { this.isFrozen = true; }, async thaw() { this.isFrozen = false; return true; } });
    const [ada, lost] = [computer('ada'), computer('lost')];
    mkdirSync(ada.home);
    const options = { folder: '${volume}', running: () => [lost, ada], stop: async () => undefined, onError: () => undefined };
    const { bavail, bsize } = statfsSync('${volume}');
    writeFileSync('${volume}/others', Buffer.alloc((bavail - 4) * bsize));
    const quota = new Quota({ ...options, intervalMs: 10, retryMs: 10 });
    const frozen = () => [ada, lost].map(({ isFrozen }) => isFrozen).join();
    await eventually(() => frozen() === 'true,true', 20_000);
    rmSync('${volume}/others');
    await eventually(() => frozen() === 'false,true', 20_000);
    mkdirSync(lost.home);
    await eventually(() => frozen() === 'false,false', 20_000);
    quota.close();
    console.log('thawed');`;
  const hooks = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url).pathname;
  const node = [process.execPath, '--import', hooks, '--input-type=module', '--eval', script];
  const setUp = `mount -t tmpfs -o size=16m none "${volume}" && exec "$@"`;
  const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', setUp, 'sh', ...node], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    timeout: 100_000,
  });
  expect([stdout, stderr]).toEqual(['thawed\n', '']);
});
