import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { RunSupervisor } from '../src/runs/control/run-supervisor.js';
import { workerId } from '../src/runs/store/worker-id.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ limits: { ZO_RUN_LEASE_MS: '60000' } });
});
afterAll(() => at.stop());

it('D15 a process never takes over its own active run, however late the renewal of the lease is', async () => {
  let release = () => {};
  const whole = new Promise<void>((resolve) => (release = resolve));
  at.provider.script(async (answer) => {
    answer.text('a long ');
    await whole;
    answer.text('story');
    answer.end();
  });
  const sent = await at.me.send('go');
  await eventually(() => at.provider.requests.length === 1);
  await at.sql.query(`update chat.runs set lease_until = now() - interval '1 minute' where id = $1`, [sent.run_id]);
  await at.service.service.app.get(RunSupervisor)['sweep']();
  release();
  expect(await at.me.follow(sent.run_id)).toMatchObject({ text: 'a long story', end: { status: 'complete' } });
  expect((await at.sql.query('select attempts from chat.runs where id = $1', [sent.run_id])).rows).toEqual([
    { attempts: 1 },
  ]);
  expect(at.provider.requests).toHaveLength(1);
});

it('D15 a process resumes a run whose lease it holds but which it does not work on', async () => {
  at.provider.script((answer) => (answer.text('and all was well'), answer.end()));
  const { sent } = await at.me.ask('go');
  // As if the end of the run could not be stored.
  await at.sql.query(
    `update chat.runs set status = 'running', lease_owner = $2, lease_until = now() - interval '1 second' where id ` +
      '= $1',
    [sent.run_id, workerId],
  );
  await at.service.service.app.get(RunSupervisor)['sweep']();
  await eventually(
    async () =>
      (await at.sql.query('select status from chat.runs where id = $1', [sent.run_id])).rows[0].status === 'complete',
  );
});
