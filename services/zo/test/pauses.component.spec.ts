/** Runs of a schedule that meet a pause, a click, or each other at one moment. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from '@connectrpc/connect';
import { systemCtx } from '@zo/auth';
import { ScheduleService } from '@zo/proto/zo/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually } from '@zo/testing';
import { Clock } from '../src/schedules/clock.js';
import { DueTimes } from '../src/schedules/due/due-times.js';
import { act, me, originOf, read, service, tell, test, userId, useZo } from './zo-setup.js';

interface Occurrence {
  readonly due_at: string;
  readonly state: string;
  readonly why: string | null;
  readonly manual: boolean;
}

const HOUR = 3_600_000;
let at: number;

useZo({ userPerTest: true });
beforeAll(() => void Object.assign(service.service.app.get(Clock), { now: () => at }));
beforeEach(() => void (at = Date.now()));

const hourly = { instruction: 'Read it.', rrule: 'FREQ=HOURLY;BYMINUTE=0', zone: 'UTC' };
const create = async (fields: object = {}) =>
  (await read<{ id: string }>(me('/api/schedules', { json: { ...hourly, ...fields } }))).id;
const history = async (id: string) =>
  (await read<{ items: Occurrence[] }>(me(`/api/schedules/occurrences?schedule_id=${id}`))).items;
const states = async (id: string) => (await history(id)).map(({ state }) => state);
/** Until the next time of the rule, which is claimed then. */
async function due(id: string): Promise<Occurrence> {
  at = (Math.floor(at / HOUR) + 1) * HOUR;
  await service.service.app.get(DueTimes).claim();
  return (await history(id))[0]!;
}
const asks = async (id: string, { due_at }: Occurrence) => {
  const client = createClient(ScheduleService, serviceTransport('zo', undefined));
  const key = { scheduleId: id, dueAt: BigInt(Date.parse(due_at)) };
  return client.getOccurrence(key, await asCaller(test.platform.issuer, 'zo', systemCtx(userId)));
};

describe('a schedule that is paused', () => {
  it('ZR-05 starts nothing that was due before and had not begun, and the history says so', async () => {
    const id = await create();
    const time = await due(id);
    expect(time.state).toBe('due');
    await act(id, 'pause');
    expect(await history(id)).toMatchObject([{ state: 'skipped', why: 'The schedule was paused.' }]);
    await expect(asks(id, time)).rejects.toThrow(/no such occurrence/);
  });

  it('shows a run that chat had begun already, and how it ended', async () => {
    const id = await create();
    const originId = originOf(id, await due(id));
    await act(id, 'pause');
    await tell(['run.started', { originId, conversationId: crypto.randomUUID() }]);
    await eventually(async () => (await states(id))[0] === 'started');
    await tell(['run.ended', { originId, status: 'complete' }]);
    await eventually(async () => (await states(id))[0] === 'done');
    expect(await history(id)).toMatchObject([{ why: null }]);
  });

  it('still starts what its user asks for, and does not take what would be skipped', async () => {
    const id = await create({ overlap: 'queue' });
    await act(id, 'pause');
    const made = await read<Occurrence>(act(id, 'run'));
    expect(await asks(id, made)).toMatchObject({ instruction: 'Read it.' });
    expect((await act(id, 'run')).status).toBe(409);
    await act(id, 'pause');
    expect(await history(id)).toMatchObject([{ state: 'due', manual: true }]);
  });
});

describe('runs at one moment', () => {
  it('are two where their user asks twice', async () => {
    const id = await create({ overlap: 'allow' });
    const answers = await Promise.all([act(id, 'run'), act(id, 'run')]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await states(id)).toEqual(['due', 'due']);
  });

  it('of a click and of the rule are two, although both are at the whole hour', async () => {
    const id = await create({ overlap: 'allow' });
    at = (Math.floor(at / HOUR) + 1) * HOUR;
    await act(id, 'run');
    await service.service.app.get(DueTimes).claim();
    expect((await history(id)).map(({ manual, state }) => [manual, state])).toEqual([
      [true, 'due'],
      [false, 'due'],
    ]);
  });
});
