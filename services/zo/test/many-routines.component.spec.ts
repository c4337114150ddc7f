import { beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { eventually } from '@zo/testing';
import { emptyWorkspace, me, onDisk as at, read as json, useZo } from './zo-setup.js';

interface Routine {
  readonly id: string;
  readonly file_path: string;
  readonly proposed: { hash: string } | null;
}

useZo({ withComputer: true });
beforeEach(emptyWorkspace);

const send = (path: string, body: unknown) =>
  me(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const all = () => json<Routine[]>(me('/api/zoroutines'));

function putMany(folder: string, count: number): void {
  mkdirSync(at(folder), { recursive: true });
  for (let n = 0; n < count; n++) writeFileSync(at(`${folder}/${n}.zoroutine`), `Do ${n}.`);
}

it('ZR-01 lists every routine of a large workspace, and each keeps its id', async () => {
  putMany('Routines', 130);
  const first = await all();
  expect(first).toHaveLength(130);
  const ids = (routines: readonly Routine[]) => new Map(routines.map(({ file_path, id }) => [file_path, id]));
  expect(ids(await all())).toEqual(ids(first));
});

it('ZR-01 routines in the trash take no place in the list from the others', async () => {
  putMany('Work/Routines', 5);
  const { id } = await json<Routine>(send('/api/zoroutines', { file_path: 'w/Work/Routines/3.zoroutine' }));
  putMany('Trash', 450);
  await eventually(async () => (await all()).length === 5);
  expect((await me(`/api/zoroutines/${id}`)).status).toBe(200);
});

it('ZR-05 gives each file its run, when a routine that ran at times is armed anew for files', async () => {
  const asking = (front: string) => `---\n${front}\n---\n\nDo it.\n`;
  mkdirSync(at('Routines'));
  writeFileSync(at('Routines/a.zoroutine'), asking('schedule: { rrule: FREQ=DAILY, zone: UTC }'));
  const { id, proposed } = await json<Routine>(send('/api/zoroutines', { file_path: 'w/Routines/a.zoroutine' }));
  await send(`/api/zoroutines/${id}/arm`, { hash: proposed!.hash });
  const overlap = async () => (await json<{ overlap: string }[]>(me('/api/schedules')))[0]!.overlap;
  expect(await overlap()).toBe('skip');
  writeFileSync(at('Routines/a.zoroutine'), asking(`id: ${id}\non: { file: 'Inbox/*.csv' }`));
  const changed = await json<Routine>(me(`/api/zoroutines/${id}`));
  expect((await send(`/api/zoroutines/${id}/arm`, { hash: changed.proposed!.hash })).status).toBe(200);
  expect(await overlap()).toBe('queue');
});
