/** Runs that wait to be tried again, while their user pauses the schedule or runs it. */
import { expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { act, me, originOf, read, sql, tell, useZo } from './zo-setup.js';

interface Row {
  readonly due_at: string;
  readonly state: string;
  readonly why: string | null;
}
const WHY = 'The model is away.';
const daily = { instruction: 'Read what I saved.', rrule: 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0', zone: 'Europe/Berlin' };

useZo();

const create = async (fields: object) =>
  (await read<{ id: string }>(me('/api/schedules', { json: { ...daily, ...fields } }))).id;
const run = (id: string) => read<Row>(act(id, 'run'));
const history = async (id: string) =>
  (await read<{ items: Row[] }>(me(`/api/schedules/occurrences?schedule_id=${id}`))).items;
const states = async (id: string) => (await history(id)).map(({ state, why }) => [state, why]);
const end = async (id: string, row: Row, more: object = {}) => {
  await tell(['run.ended', { originId: originOf(id, row), status: 'failed', error: WHY, ...more }]);
  await eventually(async () => (await history(id)).some(({ due_at, why }) => due_at === row.due_at && why !== null));
};
/** It began by itself, and fails before it did anything. */
async function fails(id: string, row: Row): Promise<void> {
  await sql.query('update zo.occurrences set manual = false where schedule_id = $1 and due_at = $2', [id, row.due_at]);
  await end(id, row);
}

it('a run that waits to be tried again gives way to one that is asked for now', async () => {
  const id = await create({});
  await fails(id, await run(id));
  expect(await states(id)).toEqual([['due', WHY]]);
  expect((await act(id, 'run')).status).toBe(202);
  expect(await states(id)).toEqual([
    ['due', null],
    ['failed', WHY],
  ]);
  const queued = await create({ overlap: 'queue' });
  const first = await run(queued);
  await run(queued);
  await fails(queued, first);
  await run(queued);
  expect((await states(queued)).map(([state]) => state)).toEqual(['queued', 'due', 'failed']);
});

it('a run that waits to be tried again is given up when its schedule is paused, and so is what queues behind', async () => {
  const id = await create({ overlap: 'queue' });
  const first = await run(id);
  await run(id);
  await fails(id, first);
  await act(id, 'pause');
  expect(await states(id)).toEqual([
    ['skipped', 'The schedule was paused.'],
    ['failed', WHY],
  ]);
  await fails(id, await run(id));
  expect((await states(id))[0]).toEqual(['failed', WHY]);
});

it('a run that waits to be tried again is given up when others fail five times in a row', async () => {
  const id = await create({ overlap: 'allow' });
  const rows: Row[] = [];
  for (let n = 0; n < 6; n++) rows.push(await run(id));
  await fails(id, rows[0]!);
  for (const row of rows.slice(1)) await end(id, row, { error: 'No.' });
  expect((await states(id)).map(([state]) => state)).toEqual(Array.from({ length: 6 }, () => 'failed'));
});
