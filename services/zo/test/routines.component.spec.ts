import { beforeEach, describe, expect, it } from '@jest/globals';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { emptyWorkspace, me, onDisk as at, read as json, service, useZo } from './zo-setup.js';

interface Routine {
  readonly id: string;
  readonly file_path: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: readonly { name: string; description: string }[];
  readonly instruction: string;
  readonly problem: string | null;
  readonly proposed: { rrule: string; zone: string; hash: string; problem: string | null } | null;
  readonly armed: { schedule_id: string; hash: string; next: string[]; paused: boolean; inputs: object } | null;
}

useZo({ withComputer: true });
beforeEach(emptyWorkspace);

function put(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
const text = (path: string) => readFileSync(at(path), 'utf8');
const send = (method: string, path: string, body?: unknown) =>
  me(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const all = () => json<Routine[]>(me('/api/zoroutines'));
const register = (file_path: string) => json<Routine>(send('POST', '/api/zoroutines', { file_path }));
const get = (id: string) => json<Routine>(me(`/api/zoroutines/${id}`));

const NOTHING = { steps: [], steps_problem: null, problem: null, proposed: null, armed: null };

describe('routines', () => {
  it('ZR-01 are made, read, changed and deleted; the file holds all of it', async () => {
    const made = await send('POST', '/api/zoroutines', {
      file_path: 'w/Routines/Weekly.zoroutine',
      description: 'Weekly numbers',
      inputs: [{ name: 'month', description: 'yyyy-mm' }],
      instruction: 'Sum the numbers of the month.\n',
    });
    expect(made.status).toBe(201);
    const routine = (await made.json()) as Routine;
    expect(text('Routines/Weekly.zoroutine')).toBe(
      `---\nid: ${routine.id}\ndescription: Weekly numbers\ninputs:\n` +
        `  - name: month\n    description: yyyy-mm\n---\n\nSum the numbers of the month.\n`,
    );
    expect(await get(routine.id)).toEqual({
      id: routine.id,
      file_path: 'w/Routines/Weekly.zoroutine',
      title: 'Weekly',
      description: 'Weekly numbers',
      inputs: [{ name: 'month', description: 'yyyy-mm' }],
      instruction: 'Sum the numbers of the month.\n',
      ...NOTHING,
      updated_at: expect.any(String),
    });
    const changed = await send('PUT', `/api/zoroutines/${routine.id}`, {
      file_path: 'w/Routines/Monthly.zoroutine',
      instruction: 'Draw a chart.\n',
    });
    expect(await changed.json()).toMatchObject({ id: routine.id, title: 'Monthly', instruction: 'Draw a chart.\n' });
    expect([existsSync(at('Routines/Weekly.zoroutine')), text('Routines/Monthly.zoroutine')]).toEqual([
      false,
      expect.stringMatching(/yyyy-mm\n---\n\nDraw a chart\.\n$/),
    ]);
    expect((await send('DELETE', `/api/zoroutines/${routine.id}`)).status).toBe(204);
    expect([existsSync(at('Trash/Monthly.zoroutine')), (await me(`/api/zoroutines/${routine.id}`)).status]).toEqual([
      true,
      404,
    ]);
    expect(await all()).toEqual([]);
  });

  it('ZR-02 a file of the shell gets an id and keeps every other byte', async () => {
    const written = '\uFEFF---\r\n# mine\r\ndescription: "Tidy: up"\r\nbudget: 0.50\r\n---\r\n\r\nDo $& it.\r\n';
    put('Tidy.zoroutine', written);
    const { id, description } = await register('w/Tidy.zoroutine');
    expect(description).toBe('Tidy: up');
    expect(text('Tidy.zoroutine')).toBe(written.replace('---\r\n', `---\r\nid: ${id}\r\n`));
    expect((await register('w/Tidy.zoroutine')).id).toBe(id);
    await send('PUT', `/api/zoroutines/${id}`, { description: 'Clean' });
    expect(text('Tidy.zoroutine')).toBe(
      written.replace('---\r\n', `---\r\nid: ${id}\r\n`).replace('"Tidy: up"', 'Clean'),
    );
  });

  it('ZR-02 a file that lost its id has it again, and is changed in the same request', async () => {
    put('Weekly.zoroutine', 'Look.\n');
    const { id } = await register('w/Weekly.zoroutine');
    put('Weekly.zoroutine', 'Look again.\n');
    const changed = await send('PUT', `/api/zoroutines/${id}`, { description: 'Weekly' });
    expect([changed.status, text('Weekly.zoroutine')]).toEqual([
      200,
      `---\nid: ${id}\ndescription: Weekly\n---\n\nLook again.\n`,
    ]);
  });

  it('ZR-02 the registry follows moves, copies and deletes of the shell', async () => {
    put('a.zoroutine', 'One');
    const { id } = await register('w/a.zoroutine');
    mkdirSync(at('deep'));
    renameSync(at('a.zoroutine'), at('deep/b.zoroutine'));
    expect(await get(id)).toMatchObject({ id, file_path: 'w/deep/b.zoroutine' });
    copyFileSync(at('deep/b.zoroutine'), at('c.zoroutine'));
    const copy = await register('w/c.zoroutine');
    expect([copy.id === id, copy.instruction]).toEqual([false, 'One']);
    expect((await all()).map((one) => [one.file_path, one.id])).toEqual([
      ['w/c.zoroutine', copy.id],
      ['w/deep/b.zoroutine', id],
    ]);
    rmSync(at('deep/b.zoroutine'));
    expect((await all()).map(({ id: left }) => left)).toEqual([copy.id]);
    expect((await me(`/api/zoroutines/${id}`)).status).toBe(404);
  });

  it('a broken file says where, keeps its id, and is not written to', async () => {
    put('x.zoroutine', 'Fine');
    const { id } = await register('w/x.zoroutine');
    const broken = '---\nid: "3f\n---\n\nFine';
    put('x.zoroutine', broken);
    expect(await get(id)).toMatchObject({ id, problem: expect.stringMatching(/line \d/), instruction: 'Fine' });
    const refused = await send('PUT', `/api/zoroutines/${id}`, { description: 'x' });
    expect([refused.status, text('x.zoroutine')]).toEqual([409, broken]);
  });

  it.each([
    ['not-there', { file_path: 'w/none.zoroutine' }, 404],
    ['another kind', { file_path: 'w/a.md' }, 422],
    ['the sites', { file_path: 's/a.zoroutine' }, 422],
    ['a name that is taken', { file_path: 'w/taken.zoroutine', instruction: 'x' }, 409],
    ['two inputs of a name', { file_path: 'w/n.zoroutine', inputs: [{ name: 'a' }, { name: 'a' }] }, 400],
    ['a place outside', { file_path: 'w/../x.zoroutine', instruction: 'x' }, 400],
  ])('%s is refused, and nothing is written', async (_what, body, status) => {
    put('taken.zoroutine', 'Mine');
    const answer = await send('POST', '/api/zoroutines', body);
    expect([answer.status, text('taken.zoroutine')]).toEqual([status, 'Mine']);
  });

  it('S4 those of another user are not there', async () => {
    put('mine.zoroutine', 'x');
    const { id } = await register('w/mine.zoroutine');
    const stranger = service.as(crypto.randomUUID());
    expect((await stranger(`/api/zoroutines/${id}`)).status).toBe(404);
  });
});

describe('the schedule that a file asks for', () => {
  const asking = (schedule: string, rest = '') => `---\nschedule: ${schedule}\n${rest}---\n\nDo it.\n`;
  const DAILY = '{ rrule: FREQ=DAILY;BYHOUR=8;BYMINUTE=0, zone: Europe/Berlin }';
  const schedules = () => json<Record<string, unknown>[]>(me('/api/schedules'));
  const arm = (id: string, hash: string, inputs?: object) =>
    send('POST', `/api/zoroutines/${id}/arm`, { hash, inputs });
  beforeEach(async () => {
    for (const { id } of await schedules()) await me(`/api/schedules/${id as string}`, { method: 'DELETE' });
  });

  it('ZR-05 runs once its user has armed it, as it was when they saw it', async () => {
    put('Weekly.zoroutine', asking(DAILY, 'budget: 0.50\n'));
    const { id, proposed, armed } = await register('w/Weekly.zoroutine');
    expect(proposed).toMatchObject({ zone: 'Europe/Berlin', budget: 0.5, problem: null });
    expect([armed, await schedules()]).toEqual([null, []]);
    expect((await arm(id, 'another')).status).toBe(409);
    expect(await schedules()).toEqual([]);

    const after = (await (await arm(id, proposed!.hash)).json()) as Routine;
    expect(after.armed).toMatchObject({ hash: proposed!.hash, paused: false });
    expect(after.armed!.next).toHaveLength(3);
    const [schedule] = await schedules();
    expect(schedule).toMatchObject({
      id: after.armed!.schedule_id,
      title: 'Weekly',
      routine_id: id,
      zone: 'Europe/Berlin',
      budget: 0.5,
      tainted: false,
    });
  });

  it('a change of the file does not arm itself; an armed change keeps the schedule and its history', async () => {
    put('a.zoroutine', asking(DAILY));
    const first = await register('w/a.zoroutine');
    await arm(first.id, first.proposed!.hash);
    const [before] = await schedules();
    put('a.zoroutine', asking('{ rrule: FREQ=HOURLY, zone: UTC }', `id: ${first.id}\n`));
    const changed = await get(first.id);
    expect(changed.proposed!.hash === changed.armed!.hash).toBe(false);
    expect(await schedules()).toEqual([before]);
    expect((await arm(first.id, first.proposed!.hash)).status).toBe(409);
    await send('POST', `/api/schedules/${before!['id'] as string}/pause`, {});
    await arm(first.id, changed.proposed!.hash);
    expect(await schedules()).toMatchObject([
      { id: before!['id'], rrule: 'FREQ=HOURLY', zone: 'UTC', paused_at: null },
    ]);
  });

  it('asks for the inputs of the routine, keeps them, and is armed anew when the file asks for others', async () => {
    put('a.zoroutine', asking(DAILY, 'inputs: [month, who]\n'));
    const { id, proposed } = await register('w/a.zoroutine');
    for (const [inputs, why] of [
      [undefined, /asks for month, who/],
      [{ month: '1' }, /asks for who\./],
      [{ month: '1', who: '', year: '2' }, /does not ask for year/],
    ] as const) {
      const refused = await arm(id, proposed!.hash, inputs);
      expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
        422,
        expect.stringMatching(why),
      ]);
    }
    expect((await arm(id, proposed!.hash, { month: 'x'.repeat(20_001), who: '' })).status).toBe(400);
    expect(await schedules()).toEqual([]);
    await arm(id, proposed!.hash, { month: 'this', who: '' });
    const [first] = await schedules();
    await arm(id, proposed!.hash, { month: 'last', who: '$(id)' });
    const { armed } = await get(id);
    expect(armed).toMatchObject({ schedule_id: first!['id'], inputs: { month: 'last', who: '$(id)' } });
    put('a.zoroutine', asking(DAILY, `id: ${id}\ninputs: [month, who, year]\n`));
    const changed = await get(id);
    expect(changed.proposed!.hash === changed.armed!.hash).toBe(false);
  });

  it('is disarmed; its file stays', async () => {
    put('a.zoroutine', asking(DAILY));
    const { id, proposed } = await register('w/a.zoroutine');
    await arm(id, proposed!.hash);
    const left = text('a.zoroutine');
    const disarm = () => me(`/api/zoroutines/${id}/arm`, { method: 'DELETE' });
    expect(await json<Routine>(disarm())).toMatchObject({ armed: null, proposed: { hash: proposed!.hash } });
    expect([await schedules(), text('a.zoroutine')]).toEqual([[], left]);
    expect((await disarm()).status).toBe(404);
  });

  it('a file or a mail as trigger is proposed, armed, and taken away again', async () => {
    put('a.zoroutine', "---\non: { file: 'Inbox/*.csv', mail: from:acme }\n---\n\nDo it.\n");
    const { id, proposed } = await register('w/a.zoroutine');
    expect(proposed).toMatchObject({ rrule: '', file: 'Inbox/*.csv', mail: 'from:acme', problem: null });
    await arm(id, proposed!.hash);
    expect(await schedules()).toMatchObject([
      { rrule: '', file: 'Inbox/*.csv', mail: 'from:acme', overlap: 'queue', next: [] },
    ]);
    put('a.zoroutine', asking(DAILY, `id: ${id}\n`));
    const changed = await get(id);
    expect(changed.proposed!.hash === changed.armed!.hash).toBe(false);
    await arm(id, changed.proposed!.hash);
    expect(await schedules()).toMatchObject([{ file: null, mail: null, rrule: 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0' }]);
  });

  it.each([
    ['no time and no file', 'nothing', 'on: files\n'],
    ['a file outside', DAILY, "on: { file: '../x' }\n"],
    ['a mail without words', DAILY, "on: { mail: '' }\n"],
    ['an unknown rule', '{ rrule: FREQ=SECONDLY, zone: UTC }', ''],
    ['no rule', '{ zone: UTC }', ''],
    ['an unknown zone', '{ rrule: FREQ=DAILY, zone: Mars/Base }', ''],
    ['a limit that is no number', DAILY, 'budget: lots\n'],
    ['a rule that never comes', '{ rrule: FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30, zone: UTC }', ''],
  ])('with %s says so, and is not armed', async (_what, schedule, rest) => {
    put('a.zoroutine', asking(schedule, rest));
    const { id, proposed } = await register('w/a.zoroutine');
    expect(proposed!.problem).toMatch(/\w/);
    expect((await arm(id, proposed!.hash)).status).toBe(422);
    expect(await schedules()).toEqual([]);
  });
});
