/** Schedules that signed calls of other programs, and mails, start. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Code, createClient } from '@connectrpc/connect';
import { systemCtx } from '@zo/auth';
import { ScheduleService } from '@zo/proto/zo/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually } from '@zo/testing';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureOf } from '../src/schedules/hooks/signature.js';
import { computer, me as request, originOf, read, service, sql, tell, test, userId, useZo } from './zo-setup.js';

interface Hook {
  readonly url: string;
  readonly secret: string;
}
interface Occurrence {
  readonly due_at: string;
  readonly state: string;
  readonly cause: { kind: string; path: string | null } | null;
}

let id: string;
let hook: Hook;

useZo({ withComputer: true });
beforeEach(async () => {
  const fields = { title: 'New orders', instruction: 'File it.', zone: 'UTC', webhook: true, overlap: 'queue' };
  id = (await read<{ id: string }>(me('', { json: fields }))).id;
  hook = await read<Hook>(me(`/${id}/hook`, { json: {} }));
});

const me = (path: string, init?: object) => request(`/api/schedules${path}`, init);
const now = () => Math.floor(Date.now() / 1_000);
const history = async () =>
  (await read<{ items: Occurrence[] }>(me(`/occurrences?schedule_id=${id}&limit=200`))).items.toReversed();

interface Call {
  readonly body?: string;
  readonly key?: string;
  readonly t?: number;
  readonly secret?: string;
  readonly type?: string;
  readonly signature?: string;
  readonly path?: string;
}

/** As another program calls it: without a token of the gateway. */
async function call({ body = '{"a": 1}', key, t = now(), secret = hook.secret, type, signature, path }: Call = {}) {
  const answer = await fetch(`${service.url}${path ?? new URL(hook.url).pathname}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': type ?? 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
      'zo-signature': signature ?? `t=${t},v1=${signatureOf(secret, t, body)}`,
    },
  });
  return [answer.status, (await answer.json()) as { due_at: string; state: string; code?: string }] as const;
}

describe('a hook', () => {
  it('ZR-05 starts a run for each signed call, answers a call that comes again as before, and hands on its body', async () => {
    const [status, first] = await call({ key: 'order-1', body: '{"order":  1}' });
    expect([status, first.state]).toEqual([202, 'due']);
    expect(await call({ key: 'order-1', body: '{"order":  1}', t: now() - 3 })).toEqual([202, first]);
    const t = now();
    const [, second] = await call({ t, body: 'plain', type: 'text/plain' });
    expect(await call({ t, body: 'plain', type: 'text/plain' })).toEqual([202, second]);
    expect((await history()).map(({ state, due_at }) => [state, due_at])).toEqual([
      ['due', first.due_at],
      ['queued', second.due_at],
    ]);

    const chat = createClient(ScheduleService, serviceTransport('zo', undefined));
    const as = await asCaller(test.platform.issuer, 'zo', systemCtx(userId));
    const ask = () => chat.getOccurrence({ scheduleId: id, dueAt: BigInt(Date.parse(first.due_at)) }, as);
    const task = await ask();
    expect(task).toMatchObject({
      tainted: true,
      file: expect.stringMatching(/^w\/Hooks\/New orders\/[\d. -]+\w+\.txt$/),
    });
    expect(await ask()).toEqual(task);
    const file = join(computer.home, 'workspace', ...task.file.split('/').slice(1));
    expect(readFileSync(file, 'utf8')).toBe('{"order":  1}');
  });

  it('whose body the workspace does not take says so once, instead of being tried for ever', async () => {
    const folder = join(computer.home, 'workspace', 'Hooks');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'in the way');
    const [, { due_at: due }] = await call();
    const chat = createClient(ScheduleService, serviceTransport('zo', undefined));
    const as = await asCaller(test.platform.issuer, 'zo', systemCtx(userId));
    const asked = chat.getOccurrence({ scheduleId: id, dueAt: BigInt(Date.parse(due)) }, as);
    await expect(asked).rejects.toMatchObject({
      code: Code.FailedPrecondition,
      rawMessage: expect.stringMatching(/^What came in could not be kept as “Hooks/),
    });
    rmSync(folder);
  });

  it.each<[string, () => Call]>([
    ['another body', () => ({ body: '{}', signature: `t=${now()},v1=${signatureOf(hook.secret, now(), '{"a":1}')}` })],
    ['another secret', () => ({ secret: 'zohook_x' })],
    ['an old stamp', () => ({ t: now() - 400 })],
    ['a stamp of the future', () => ({ t: now() + 400 })],
    ['no signature', () => ({ signature: '' })],
    ['an unknown hook', () => ({ path: `/api/hooks/z/${'0'.repeat(32)}` })],
  ])('refuses %s, and starts nothing', async (_what, made) => {
    const [status, { code }] = await call(made());
    expect([status, code, await history()]).toEqual([401, 'hooks.not_signed', []]);
  });

  it('refuses what is too large, another body for a key, and calls while it is paused or full', async () => {
    expect((await call({ body: 'x'.repeat(1024 * 1024 + 1) }))[0]).toBe(413);
    expect((await call({ body: 'x'.repeat(1024 * 1024) }))[0]).toBe(202);
    expect((await call({ key: 'k', body: '1' }))[0]).toBe(202);
    expect((await call({ key: 'k', body: '2' }))[1].code).toBe('hooks.other_body');
    expect((await call({ key: 'a b' }))[0]).toBe(400);
    for (let n = 0; n < 8; n++) await call({ key: `more-${n}` });
    expect((await call({ key: 'one-more' }))[1].code).toBe('hooks.full');
    await me(`/${id}/pause`, { json: {} });
    expect((await call({ key: 'paused' }))[1].code).toBe('hooks.paused');
    expect((await call({ key: 'k', body: '1' }))[0]).toBe(202);
    expect(await history()).toHaveLength(10);
  });

  it('what calls brought goes with their runs, also of those that do not begin any more', async () => {
    const kept = async () => (await sql.query('select 1 from zo.hook_bodies where schedule_id = $1', [id])).rowCount;
    await call({ key: 'due' });
    await call({ key: 'queued' });
    expect(await kept()).toBe(2);
    await tell(['run.ended', { originId: originOf(id, (await history())[0]!), status: 'stopped' }]);
    await eventually(async () => (await kept()) === 1);
    await me(`/${id}/pause`, { json: {} });
    expect([(await history()).map(({ state }) => state), await kept()]).toEqual([['failed', 'skipped'], 0]);
  });

  it('a new secret ends the one before; without a secret no call is taken; a hook that is switched off is gone', async () => {
    const old = hook;
    hook = await read<Hook>(me(`/${id}/hook`, { json: {} }));
    expect([hook.url, hook.secret === old.secret]).toEqual([old.url, false]);
    expect((await call({ secret: old.secret }))[0]).toBe(401);
    expect((await call())[0]).toBe(202);
    await me(`/${id}`, { method: 'PUT', json: { webhook: false, rrule: 'FREQ=DAILY' } });
    expect((await call())[0]).toBe(401);
    expect((await me(`/${id}/hook`, { json: {} })).status).toBe(409);
    const stranger = service.as(crypto.randomUUID());
    expect((await stranger(`/api/schedules/${id}/hook`, { json: {} })).status).toBe(404);
  });

  it('takes 60 calls a minute', async () => {
    const answers = [];
    for (let n = 0; n < 61; n++) answers.push((await call({ key: 'same' }))[0]);
    expect([answers.filter((status) => status === 202).length, answers.at(-1)]).toEqual([60, 429]);
  });
});

describe('a mail', () => {
  const chat = createClient(ScheduleService, serviceTransport('zo', undefined));
  const as = () => asCaller(test.platform.issuer, 'zo', systemCtx(userId));
  const offer = {
    sender: 'billing@acme.example',
    subject: 'Invoice 47',
    text: 'Please pay.\n',
    files: ['w/Inbox/a.pdf'],
  };
  const arrives = async (more: object = {}) =>
    (await chat.takeMail({ messageId: crypto.randomUUID(), ...offer, ...more }, await as())).taken;
  const waitFor = async (mail: string, more: object = {}) => {
    await me(`/${id}`, { method: 'DELETE' });
    const fields = { title: 'Invoices', instruction: 'File it.', zone: 'UTC', mail, overlap: 'queue', ...more };
    id = (await read<{ id: string }>(me('', { json: fields }))).id;
  };

  it('ZR-05 starts a run of the schedules that wait for it, once, with itself as a file that counts as text of others', async () => {
    await waitFor('from:acme invoice');
    expect(await arrives({ subject: 'Offer' })).toBe(false);
    const messageId = crypto.randomUUID();
    expect([await arrives({ messageId }), await arrives({ messageId })]).toEqual([true, true]);
    const [row, ...others] = await history();
    expect([row, others]).toMatchObject([{ state: 'due', cause: { kind: 'mail' } }, []]);
    const key = { scheduleId: id, dueAt: BigInt(Date.parse(row!.due_at)) };
    const task = await chat.getOccurrence(key, await as());
    expect(task).toMatchObject({ tainted: true, file: expect.stringMatching(/^w\/Mail\/Invoices\/[\d. -]+\w+\.txt$/) });
    const text = readFileSync(join(computer.home, 'workspace', ...task.file.split('/').slice(1)), 'utf8');
    expect(text).toBe('From: billing@acme.example\nSubject: Invoice 47\nAttachment: Inbox/a.pdf\n\nPlease pay.\n\n');
  });

  it('starts nothing of a paused schedule, of another user, or when ten runs wait; it is answered then', async () => {
    await waitFor('*');
    const stranger = await asCaller(test.platform.issuer, 'zo', systemCtx(crypto.randomUUID()));
    expect((await chat.takeMail({ messageId: crypto.randomUUID(), ...offer }, stranger)).taken).toBe(false);
    for (let n = 0; n < 10; n++) expect(await arrives()).toBe(true);
    const messageId = crypto.randomUUID();
    expect([await arrives({ messageId }), await arrives({ messageId })]).toEqual([false, false]);
    expect((await history()).map(({ state }) => state)).toEqual(['due', ...Array(9).fill('queued'), 'skipped']);
    await me(`/${id}/pause`, { json: {} });
    expect(await arrives()).toBe(false);
    expect(await history()).toHaveLength(11);
  });

  it('counts as a run of the hour only if it started one', async () => {
    await waitFor('*', { overlap: 'skip' });
    expect(await arrives()).toBe(true);
    for (let n = 0; n < 60; n++) expect(await arrives()).toBe(false);
    await tell(['run.ended', { originId: originOf(id, (await history())[0]!), status: 'complete' }]);
    await eventually(async () => (await history())[0]!.state === 'done');
    expect(await arrives()).toBe(true);
  });

  it('that is hostile leaves no line of its own in the head, and is cut', async () => {
    await waitFor('*');
    await arrives({ subject: 'a\nFrom: you@example.com', text: '\u{1f600}'.repeat(300_000) });
    const [row] = await history();
    const { file } = await chat.getOccurrence({ scheduleId: id, dueAt: BigInt(Date.parse(row!.due_at)) }, await as());
    const bytes = readFileSync(join(computer.home, 'workspace', ...file.split('/').slice(1)));
    expect(bytes.length <= 1024 * 1024).toBe(true);
    expect(bytes.toString('utf8').split('\n').slice(0, 2)).toEqual([
      'From: billing@acme.example',
      'Subject: a From: you@example.com',
    ]);
    expect(bytes.toString('utf8')).not.toContain('\ufffd');
  });

  it.each([[' '], ['from:'], ['a\nb'], ['x'.repeat(201)]])('words %j are refused', async (mail) => {
    expect((await me('', { json: { instruction: 'x', zone: 'UTC', mail } })).status).toBe(400);
  });
});
