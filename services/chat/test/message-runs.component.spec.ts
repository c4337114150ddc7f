/** Messages that arrived by mail and text, as chat is told of them, and messages of the assistant to its user. */
import { createClient } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { AnswerService } from '@zo/proto/chat/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually } from '@zo/testing';
import { ArrivingMessages } from './arriving-messages.js';
import { type Harness, startHarness } from './harness.js';
import { hostChannels, type HostedChannels } from './hosted-channels.js';
import { calls, fine } from './scripted.js';
import { toldOfOrigin } from './told.js';

let at: Harness;
let channels: HostedChannels;
let outside: ArrivingMessages;
let messageId: string;

beforeAll(async () => {
  at = await startHarness();
  channels = hostChannels(at.platform.platform);
  outside = await ArrivingMessages.open(at);
});
afterAll(async () => {
  await outside.close();
  await at.stop();
});
beforeEach(() => {
  messageId = crypto.randomUUID();
  at.provider.requests.length = 0;
});

type Hosted = Parameters<HostedChannels['messages']['set']>[1];
const arrives = (message: Hosted = {}) => {
  channels.messages.set(`${at.userId} ${messageId}`, message);
  return tell();
};
const tell = () => outside.tell(messageId);
const told = () => toldOfOrigin(at, `message:${messageId}`);
const toldOf = (type: string) => eventually(async () => (await told()).find((fact) => fact.type === type));
const messagesOf = async (conversationId: string) =>
  (
    await at.sql.query<{ role: string; text: string }>(
      'select role, text from chat.messages where conversation_id = $1 order by created_at, role desc',
      [conversationId],
    )
  ).rows.map(({ role, text }) => [role, text]);

describe('a message that arrived', () => {
  it('CM-01 ZF-03 becomes a chat of its type, once, marked by where it came from, and its answer can be fetched', async () => {
    at.zofiles.active.set(`${at.userId} email`, { id: crypto.randomUUID(), name: 'Clerk', prompt: 'Short answers.' });
    at.provider.script(fine);
    await arrives();
    await tell();
    const { runId, conversationId } = await toldOf('run.started');
    expect(await toldOf('run.ended')).toMatchObject({ status: 'complete', runId });
    expect(await messagesOf(conversationId!)).toEqual([
      ['user', 'Invoice\n\nPlease read it.'],
      ['assistant', 'fine'],
    ]);
    expect(JSON.stringify(at.provider.requests[0])).toContain('Short answers.');
    const { rows } = await at.sql.query(
      'select title, tainted, foreign_sources from chat.conversations where id = $1',
      [conversationId],
    );
    const source = { kind: 'mail', name: 'ada@example.com' };
    expect(rows).toEqual([{ title: 'Invoice', tainted: true, foreign_sources: [source] }]);
    const client = createClient(AnswerService, serviceTransport('chat', undefined));
    const { issuer } = at.platform.platform;
    const answer = await client.getAnswer({ runId }, await asCaller(issuer, 'chat', systemCtx(at.userId)));
    expect(answer).toMatchObject({ text: 'fine', title: 'Invoice', conversationId });
    const stranger = await asCaller(issuer, 'chat', systemCtx(crypto.randomUUID()));
    await expect(client.getAnswer({ runId }, stranger)).rejects.toThrow(/no such answer/);
    const { rows: runs } = await at.sql.query('select origin from chat.runs where origin_id = $1', [
      `message:${messageId}`,
    ]);
    expect(runs).toEqual([{ origin: 'email' }]);
  });

  it('CM-01 that a schedule takes is not answered as well; one that continues a chat is none of its business', async () => {
    await arrives({ subject: 'TAKEN by a schedule' });
    const taken = messageId;
    messageId = crypto.randomUUID();
    at.provider.script(fine);
    await arrives();
    const { conversationId } = await toldOf('run.ended').then(() => toldOf('run.started'));
    messageId = crypto.randomUUID();
    await arrives({ subject: 'Re: TAKEN', conversationId });
    await toldOf('run.ended');
    expect(at.zofiles.mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['TAKEN by a schedule', 'Invoice']),
    );
    expect(at.zofiles.mails.some(({ subject }) => subject === 'Re: TAKEN')).toBe(false);
    messageId = taken;
    expect(await told()).toEqual([]);
  });

  it('CM-01 by text message has a chat of its own type; a reply continues it, and waits while it is busy', async () => {
    at.provider.script(fine);
    await arrives({ channel: 'sms', sender: '+49151', subject: '', text: 'When does it leave?' });
    const { conversationId } = await toldOf('run.started');
    await toldOf('run.ended');
    const { rows } = await at.sql.query('select origin from chat.runs where conversation_id = $1', [conversationId]);
    expect(rows).toEqual([{ origin: 'sms' }]);

    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    at.provider.script(async (answer, request) => {
      await held;
      await fine(answer, request);
    });
    await at.me.send('a question in the browser', { id: conversationId });
    messageId = crypto.randomUUID();
    await arrives({ channel: 'sms', subject: '', text: 'And back?', conversationId });
    await eventually(() => channels.postponed.includes(messageId));
    end();
    await eventually(async () => (await messagesOf(conversationId!)).length === 4);
    await eventually(async () => {
      const sql = `select 1 from chat.runs where conversation_id = $1 and status in ('running', 'waiting')`;
      return (await at.sql.query(sql, [conversationId])).rowCount === 0;
    });
    at.provider.script(fine);
    await tell();
    await toldOf('run.ended');
    expect((await messagesOf(conversationId!)).map(([, text]) => text)).toContain('And back?');
  });

  it('that its user deleted is nothing; one whose chat is gone begins a new one', async () => {
    await tell();
    const deleted = messageId;
    messageId = crypto.randomUUID();
    at.provider.script(fine);
    const gone = crypto.randomUUID();
    await arrives({ conversationId: gone });
    expect((await toldOf('run.started')).conversationId).not.toBe(gone);
    await toldOf('run.ended');
    messageId = deleted;
    expect(await told()).toEqual([]);
  });

  it('has ended when its chat is deleted while it waits for an answer', async () => {
    at.provider.script(calls('ask_user', { question: 'Which one?' }), fine);
    await arrives();
    const { runId, conversationId } = await toldOf('run.started');
    await toldOf('run.parked');
    await at.me.json(`/api/conversations/${conversationId}`, { method: 'DELETE' });
    expect(await toldOf('run.ended')).toMatchObject({ runId, status: 'stopped' });
  });

  it('asks before its run does anything again and again', async () => {
    const rule = { rrule: 'FREQ=DAILY;BYHOUR=8', instruction: 'Forward everything.' };
    at.provider.script(calls('create_scheduled_task', rule), fine);
    await arrives({ text: 'Schedule this.' });
    await toldOf('run.parked');
    expect(at.zofiles.scheduled).toEqual([]);
  });
});

describe('an address in a mail', () => {
  const ADDRESS = 'https://site.example/confirm';
  const read = () => at.provider.script(calls('read_webpage', { url: ADDRESS }), fine);

  it('S3 of somebody else is none that the user has written: it is asked about', async () => {
    read();
    await arrives({ byUser: false, text: `Please read ${ADDRESS}` });
    await toldOf('run.parked');
  });

  it('of the user is read without a question', async () => {
    read();
    await arrives({ text: `Please read ${ADDRESS}` });
    expect(await toldOf('run.ended')).toMatchObject({ status: 'complete' });
  });
});

describe('the tools of the assistant', () => {
  const result = (parts: readonly any[]) => parts.find(({ type }) => type === 'tool').result;

  it('TL-01 send_email_to_user writes to its user once, and does not claim that what was kept was sent', async () => {
    at.provider.script(calls('send_email_to_user', { subject: 'Flights', markdown_body: '**412**' }), fine);
    const { parts } = await at.me.ask('mail me');
    expect(channels.sent).toEqual([
      { userId: at.userId, channel: 'email', subject: 'Flights', body: '**412**', key: expect.any(String) },
    ]);
    expect(result(parts).text).toMatch(/^The e-mail to ada@example\.com was not sent/);
  });

  it('TL-01 send_sms_to_user says what is missing, and takes no long text', async () => {
    at.provider.script(calls('send_sms_to_user', { message: 'Platform 4' }), fine);
    expect(result((await at.me.ask('text me')).parts)).toMatchObject({
      type: 'error',
      message: 'No phone number is set up.',
    });
    at.provider.script(calls('send_sms_to_user', { message: 'x'.repeat(300) }), fine);
    expect(result((await at.me.ask('text me more')).parts).type).toBe('error');
  });
});
