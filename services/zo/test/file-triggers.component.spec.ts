/** Schedules that files start, on the history of a real computer. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { byAssistant, toAgentPath } from '@zo/computer-client';
import { Database } from '@zo/db';
import { parseAddress } from '@zo/proto/location';
import { eventually, startTestComputer, type TestComputer } from '@zo/testing';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  computers,
  me as request,
  onDisk,
  originOf,
  service,
  sql,
  startService,
  tell,
  test,
  userId,
  useZo,
} from './zo-setup.js';

interface Occurrence {
  readonly due_at: string;
  readonly state: string;
  readonly why: string | null;
  readonly late: boolean;
  readonly cause: { kind: string; path: string | null } | null;
}

useZo({ withComputer: true });
beforeEach(async () => {
  for (const { id } of await json<{ id: string }[]>('')) await me(`/${id}`, { method: 'DELETE' });
  rmSync(at(''), { recursive: true, force: true });
  mkdirSync(at(''), { recursive: true });
});

const me = (path: string, init?: object) => request(`/api/schedules${path}`, init);
const json = async <T>(path: string, init?: object) => (await (await me(path, init)).json()) as T;
const at = (name: string) => onDisk(`Inbox/${name}`);
const put = (name: string, text: string) => writeFileSync(at(name), text);
const create = (fields: object = {}) =>
  json<{ id: string }>('', { json: { instruction: 'Sum it.', zone: 'UTC', file: 'Inbox/*.csv', ...fields } });
const history = async (id: string) =>
  (await json<{ items: Occurrence[] }>(`/occurrences?schedule_id=${id}&limit=200`)).items.toReversed();
/** What started the schedule, when there are so many rows. */
const started = async (id: string, count: number) => {
  const rows = await eventually(async () => {
    const items = await history(id);
    return items.length >= count ? items : undefined;
  });
  return rows.map(({ state, cause }) => `${state} ${cause?.path?.split('/').at(-1)}`);
};

describe('files that start a schedule', () => {
  it('ZR-05 each start one run, also after a restart; what was there before and what does not match starts none', async () => {
    put('old.csv', 'old');
    const { id } = await create({ overlap: 'queue' });
    put('a.csv', '1');
    put('a.txt', '1');
    expect(await started(id, 1)).toEqual(['due a.csv']);
    put('a.csv', '1');
    put('b.csv', '1');
    expect(await started(id, 2)).toEqual(['due a.csv', 'queued b.csv']);
    await service.stop();
    put('a.csv', '2');
    rmSync(at('b.csv'));
    await startService();
    expect(await started(id, 3)).toEqual(['due a.csv', 'queued b.csv', 'queued a.csv']);
    expect((await history(id))[0]).toMatchObject({
      cause: { kind: 'file', path: 'w/Inbox/a.csv' },
      late: false,
      why: null,
    });
    const counted = `select count(*)::int as count from events.log where topic = 'zo.events.v1' and key = $1`;
    expect((await sql.query(counted, [userId])).rows).toEqual([{ count: 1 }]);
  });

  it('what its own runs write starts nothing; what others write does', async () => {
    const { id } = await create({ overlap: 'allow' });
    put('first.csv', '1');
    await started(id, 1);
    const conversationId = crypto.randomUUID();
    const [first] = await history(id);
    await tell(['run.started', { originId: originOf(id, first!), conversationId }]);
    await eventually(async () => (await history(id))[0]!.state === 'started');
    await test.platform.computers.use(systemCtx(userId), async ({ files }) => {
      const write = (name: string, chatId: string) =>
        files.write({
          path: toAgentPath(parseAddress(`w/Inbox/${name}`)),
          content: Buffer.from(name),
          base: { base: { case: 'absent', value: true } },
          cause: byAssistant(chatId),
        });
      await write('own.csv', conversationId);
      await write('other.csv', crypto.randomUUID());
    });
    expect(await started(id, 2)).toEqual(['started first.csv', 'due other.csv']);
  });

  it('a burst of 1,000 starts ten runs, and the history says what it left out', async () => {
    const { id } = await create({ overlap: 'queue' });
    for (let n = 0; n < 1_000; n++) put(`${n}.csv`, String(n));
    const left = await eventually(async () => {
      const skipped = (await history(id)).filter(({ state }) => state === 'skipped');
      const others = skipped.map(({ why }) => leftOutOf(why!));
      return others.reduce((all, one) => all + one, 0) >= 990 && skipped;
    });
    expect(left.map(({ why }) => why).join()).toMatch(/^At most 10 runs wait at once, so nothing ran for “/);
    const runs = (await history(id)).filter(({ state }) => state !== 'skipped');
    expect(runs.map(({ state }) => state)).toEqual(['due', ...Array.from({ length: 9 }, () => 'queued')]);
    // The next begins as soon as one has ended.
    await tell(['run.ended', { originId: originOf(id, runs[0]!), status: 'complete' }]);
    await eventually(async () => (await history(id)).filter(({ state }) => state === 'due').length === 1);
  });

  it.each([
    ['', /as a path/],
    ['../secret', /as a path/],
    ['Trash/*', /trash/],
    ['a**/b', /Two stars/],
    ['x'.repeat(300), /200 characters/],
  ])('refuses the pattern %j', async (file, why) => {
    const refused = await me('', { json: { instruction: 'x', zone: 'UTC', file } });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringMatching(why)]);
  });

  it('a schedule whose times have ended is resumed where files still start it', async () => {
    const once = { rrule: 'FREQ=DAILY;COUNT=1', starts_at: '2099-01-01T08:00:00' };
    const [both, timed] = [await create(once), await create({ ...once, file: null })];
    const sql = `update zo.schedules set starts_at = '2020-01-01T08:00:00' where id = any($1)`;
    await service.service.app.get(Database).acrossTenants((tx) => tx.query(sql, [[both.id, timed.id]]));
    const act = async (id: string, what: string) => (await me(`/${id}/${what}`, { json: {} })).status;
    expect([await act(both.id, 'pause'), await act(timed.id, 'pause')]).toEqual([200, 200]);
    expect([await act(both.id, 'resume'), await act(timed.id, 'resume')]).toEqual([200, 422]);
    expect(await json(`/${both.id}`)).toMatchObject({ next: [], paused_at: null });
    put('new.csv', '1');
    expect(await started(both.id, 1)).toEqual(['due new.csv']);
  });

  it('a schedule that nothing starts is refused, and a change that leaves nothing', async () => {
    expect((await me('', { json: { instruction: 'x', zone: 'UTC' } })).status).toBe(400);
    const { id } = await create();
    expect((await me(`/${id}`, { method: 'PUT', json: { file: null } })).status).toBe(422);
    const changed = await json<object>(`/${id}`, { method: 'PUT', json: { file: null, rrule: 'FREQ=DAILY' } });
    expect(changed).toMatchObject({ file: null, rrule: 'FREQ=DAILY' });
    const back = await json<object>(`/${id}`, { method: 'PUT', json: { file: 'a/*', rrule: null } });
    expect(back).toMatchObject({ file: 'a/*', rrule: '', next: [] });
    for (const act of ['pause', 'resume']) expect((await me(`/${id}/${act}`, { json: {} })).status).toBe(200);
    expect(await json(`/${id}`)).toMatchObject({ next: [], paused_at: null });
  });
});

describe('more users than a process watches at a time', () => {
  const others = Array.from({ length: 5 }, () => crypto.randomUUID());
  const more: TestComputer[] = [];
  beforeAll(async () => {
    await service.stop();
    Object.assign(process.env, { ZO_FILE_USERS: '2', ZO_FILE_POLL_MS: '200' });
    // The first and the last of the circle are awake; a computer that sleeps takes its turn as well.
    for (const id of [others.toSorted()[0]!, others.toSorted().at(-1)!]) {
      more.push(await startTestComputer());
      computers.set(id, more.at(-1)!);
    }
    await startService();
  });
  afterAll(() => Promise.all(more.map((each) => each.stop())));

  it('ZR-05 take turns: the files of each one start a run, once', async () => {
    const json = { instruction: 'Sum it.', zone: 'UTC', file: '*.csv', overlap: 'queue' };
    for (const id of others) expect((await service.as(id)('/api/schedules', { json })).status).toBe(201);
    const causes = async (id: string) => {
      const answer = await service.as(id)('/api/schedules/occurrences?limit=200');
      return ((await answer.json()) as { items: Occurrence[] }).items.map(({ cause }) => cause?.path).toReversed();
    };
    const awake = others.filter((id) => computers.has(id));
    for (const name of ['a.csv', 'b.csv']) {
      for (const id of awake) writeFileSync(join(computers.get(id)!.home, 'workspace', name), name);
      for (const id of awake) await eventually(async () => (await causes(id)).includes(`w/${name}`));
    }
    for (const id of awake) expect(await causes(id)).toEqual(['w/a.csv', 'w/b.csv']);
  });
});

/** How many files a sentence is about. */
function leftOutOf(why: string): number {
  const more = Number(/([\d,]+) more\.$/.exec(why)?.[1]?.replace(',', '') ?? 0);
  return more + (why.match(/“/g)?.length ?? 0);
}
