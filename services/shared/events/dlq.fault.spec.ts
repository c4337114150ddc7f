import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/service';
import { type TestEventLog, testEventLog } from '@zo/testing/events';
import { listParked } from './dlq.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

let log: TestEventLog;
beforeAll(async () => {
  log = await testEventLog();
});
afterAll(() => log.close());

/** Runs the command as an operator would. */
function dlq(...args: string[]): Promise<{ code: number; output: string }> {
  const command = ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/apps/launcher/dlq.ts', ...args];
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: log.adminUrl };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { cwd: checkout, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

it('D8 the command lists, retries and drops parked events, and reports the result', async () => {
  const [sick, hopeless] = [crypto.randomUUID(), crypto.randomUUID()];
  const seen: string[] = [];
  const broken = new Set<string>([sick, hopeless]);
  const consumer = log.consumer('compute', async (event) => {
    if (broken.has(event.key)) throw new Error('no disk');
    seen.push(log.handleOf(event));
  });
  consumer.start();
  await log.append([
    { key: sick, handle: 'one' },
    { key: sick, handle: 'two' },
    { key: hopeless, handle: 'lost' },
  ]);
  // Asked here and not by the command, because each run of it starts a process.
  const query = (sql: string, parameters?: unknown[]) => log.database.dataSource.query(sql, parameters);
  await eventually(async () => (await listParked(query, {})).length === 3);
  expect((await dlq('ls')).output).toMatch(/^3 parked$/m);
  const { output } = await dlq('ls', '--key', sick);
  const first =
    /compute {2}accounts\.events\.v1\/\d\/\d+ {2}\S+ {2}account\.created {2}Error: no disk \[[0-9a-f]{16}\]\n/;
  const rest = /.*waits behind an earlier one\n2 parked\n$/;
  expect(output).toMatch(new RegExp(first.source + rest.source));
  const failed = await dlq('retry', '--key', sick);
  expect([failed.code, failed.output]).toEqual([1, expect.stringMatching(/0 applied, 2 still parked\n$/)]);
  broken.delete(sick);
  expect(await dlq('retry', '--key', sick)).toEqual({ code: 0, output: '2 applied, 0 still parked\n' });
  expect(await dlq('drop', '--group', 'compute')).toEqual({ code: 0, output: '1 dropped, 0 still parked\n' });
  expect(await dlq('ls')).toEqual({ code: 0, output: '0 parked\n' });
  await consumer.stop();
  expect(seen).toEqual(['one', 'two']);
});

it('D8 a missing filter never selects everything, and invalid arguments are reported', async () => {
  expect(await dlq('drop')).toEqual({ code: 2, output: 'drop: say which, or --all\n' });
  expect((await dlq('mend')).output).toMatch(/^usage: dlq/);
  expect((await dlq('ls', '--offset', '3')).output).toMatch(/^usage: dlq/);
});
