/**
 * The process of the channels dies by SIGKILL between what it takes in and what it stores, and between sending and
 * noting.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fromBinary } from '@bufbuild/protobuf';
import { adminUrlOptions, type Database } from '@zo/db';
import { channelsEvents } from '@zo/proto/topics';
import { eventually, startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { Client } from 'pg';
import {
  type FakeMailServer,
  MAIL_USER,
  startFakeMailServer,
} from '../../../infra/testing/product/fake-mail-server.js';
import { type FakeTelegram, startFakeTelegram, TELEGRAM } from '../../../infra/testing/product/fake-telegram.js';
import { piecesOf } from '../src/telegram/pieces.js';
import { openChat, tell } from './harness.js';
import type { HostedPerson } from './hosted-people.js';

const MAIN = new URL('./service-process.ts', import.meta.url);
const HOOKS = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url);
const CHAT = 1001;
const ada: HostedPerson = {
  userId: crypto.randomUUID(),
  handle: 'ada',
  email: 'ada@example.com',
  fullName: 'Ada',
  owner: true,
};
let platform: TestPlatform;
let computer: TestComputer;
let telegram: FakeTelegram;
let mailServer: FakeMailServer;
let sql: Client;
let chat: Database;
let running: { readonly child: ChildProcess; readonly url: string }[] = [];

beforeAll(async () => {
  [platform, computer, telegram, mailServer] = await Promise.all([
    testPlatform(),
    startTestComputer(),
    startFakeTelegram(),
    startFakeMailServer(),
  ]);
  sql = new Client(adminUrlOptions(platform.database.adminUrl));
  await sql.connect();
  chat = await openChat(platform);
  await start();
  await json('/api/channels/telegram-bot', { token: TELEGRAM.token }, 'PUT');
  const server = { host: '127.0.0.1', port: mailServer.port, secure: false, username: MAIL_USER.name };
  await json('/api/channels/mail-server', { ...server, password: MAIL_USER.password }, 'PUT');
  const { code } = await json('/api/channels/telegram', {});
  telegram.says(CHAT, `/start ${code}`);
  await eventually(async () => (await json('/api/channels')).telegram.paired);
});
afterAll(async () => {
  await kill();
  await chat?.close();
  await sql?.end();
  await Promise.all([telegram?.stop(), mailServer?.stop(), computer?.stop()]);
  await platform?.close();
});

async function start(replicas = 1): Promise<void> {
  running = await Promise.all(Array.from({ length: replicas }, startOne));
  // The process that died has left the bot to nobody; the next one would wait for the end of its lease.
  await sql.query('update channels.telegram_bots set lease_until = now()');
}

async function startOne() {
  const env = {
    ...process.env,
    ...platform.environment,
    NODE_OPTIONS: '',
    ZO_LOG_LEVEL: 'silent',
    ZO_SMTP_PORT: '0',
    ZO_TELEGRAM_URL: telegram.url,
    ZO_TELEGRAM_POLL_S: '1',
    ZO_TELEGRAM_IDLE_MS: '20',
    ZO_MESSAGE_LEASE_MS: '500',
    ZO_MESSAGE_RETRY_MS: '20',
    ZO_MESSAGE_POSTPONE_MS: '100',
    TEST_PERSON: JSON.stringify(ada),
    TEST_COMPUTER: JSON.stringify({ address: computer.address, instance: computer.instance, secret: computer.secret }),
  };
  const child = spawn(process.execPath, ['--import', HOOKS.href, MAIN.pathname], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function kill(): Promise<void> {
  const children = running.map(({ child }) => child);
  running = [];
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

async function json(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<any> {
  const claims = { userId: ada.userId, sessionId: 'test', actor: 'human', owner: true } as const;
  const token = await platform.platform.issuer.mint('channels', claims);
  const answer = await fetch(`${running[0]!.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Messages that chat was told of, with repetitions. */
async function told(): Promise<string[]> {
  const { rows } = await sql.query<{ payload: Buffer }>(
    `select payload from events.log where topic = 'channels.events.v1' order by partition, "offset"`,
  );
  const { message } = channelsEvents.events['message.received'];
  return rows.map(({ payload }) => (fromBinary(message, payload) as unknown as { messageId: string }).messageId);
}

const begun = new Set<string>();
/** What arrived; chat has begun a run for each message that it was told of. */
async function answered() {
  const { rows } = await sql.query<{ id: string; body: string; state: string; conversation: string; run: string }>(
    `select id, body, state, conversation_id as conversation, run_id as run from channels.messages
     where direction = 'in' order by created_at, update_id`,
  );
  for (const { id, run, state, conversation } of rows)
    if (state === 'received' && run === null && !begun.has(id)) {
      begun.add(id);
      await tell(chat, 'run.started', {
        userId: ada.userId,
        originId: `message:${id}`,
        runId: crypto.randomUUID(),
        conversationId: conversation ?? crypto.randomUUID(),
      });
    }
  return rows;
}

/** A message that waits to leave. */
async function queued(
  channel: 'telegram' | 'email',
  body: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const peer = channel === 'telegram' ? String(CHAT) : ada.email;
  const values = {
    id,
    user_id: ada.userId,
    channel,
    direction: 'out',
    state: 'queued',
    peer,
    body,
    event_id: id,
    ...more,
  };
  const names = Object.keys(values);
  await sql.query(
    `insert into channels.messages (${names.join(', ')}, next_at) values (${names.map((_, n) => `$${n + 1}`).join(', ')}, now())`,
    Object.values(values),
  );
  // A process that is awake looks for what is due.
  telegram.says(CHAT, 'wakes it');
  return id;
}
const stateOf = async (id: string) =>
  (await sql.query('select state, why, pieces_sent from channels.messages where id = $1', [id])).rows[0];
const ends = (id: string, state: string) =>
  eventually(async () => {
    const found = await stateOf(id);
    return found.state === state && found;
  });

it('D12 a bot that dies between the updates it is given and storing them loses none, and takes none in twice', async () => {
  let texts = 0;
  telegram.files.set('P', Buffer.from('x'));
  for (let kills = 0; kills < 3; kills++) {
    const killed = new Promise<void>((resolve) => {
      telegram.onUpdates = () => {
        telegram.onUpdates = () => undefined;
        void kill().then(resolve);
      };
    });
    for (let n = 0; n < 4; n++) telegram.says(CHAT, `text ${texts++}`);
    // It waits for further parts when the process dies.
    const album = { photo: [{ file_id: 'P', file_size: 1 }], media_group_id: `album ${kills}` };
    telegram.says(CHAT, '', { text: undefined, caption: `text ${texts++}`, ...album });
    await killed;
    await start(2);
  }
  const received = await eventually(async () => {
    const rows = await answered();
    return rows.length >= texts && rows.every(({ run }) => run !== null) && rows;
  });
  expect(received.map(({ body }) => body)).toEqual(Array.from({ length: texts }, (_, n) => `text ${n}`));
  // They were sent together, so they are one chat, in their order.
  expect(await told()).toEqual(received.map(({ id }) => id));
  expect(new Set(received.map(({ conversation }) => conversation)).size).toBe(1);
});

it('D12 a piece of an answer that left when the process died is not sent again, and that is said', async () => {
  const body = Array.from({ length: 900 }, (_, n) => `Sentence ${n}.`).join(' ');
  const pieces = piecesOf(body);
  telegram.onSend = async ({ text }) => {
    if (text !== pieces[1]) return;
    telegram.onSend = () => undefined;
    await kill();
  };
  const id = await queued('telegram', body, { buttons: '[]' });
  await eventually(() => running.length === 0);
  await start();
  expect(await ends(id, 'failed')).toMatchObject({ why: expect.stringMatching(/not known whether/), pieces_sent: 1 });
  expect(telegram.sent.map(({ text }) => text)).toEqual(expect.arrayContaining(pieces.slice(0, 2)));
  expect(telegram.sent.filter(({ text }) => pieces.includes(text))).toHaveLength(2);
});

it('D12 what waited when the process died leaves once, and a mail that left is the same mail when it comes again', async () => {
  const raw = 'mail/waiting.eml';
  const mail = 'Message-ID: <one@zo.test>\r\nTo: ada@example.com\r\nSubject: waits\r\n\r\nHi\r\n';
  await platform.platform.engines.objects.put(raw, Readable.from([Buffer.from(mail)]));
  mailServer.onTaken = () => {
    mailServer.onTaken = () => undefined;
    void kill();
  };
  const sent = await queued('email', 'Hi', { raw_object: raw });
  await eventually(() => running.length === 0);
  const waiting = await queued('telegram', 'waits');
  await start();
  await ends(waiting, 'sent');
  await ends(sent, 'sent');
  expect(telegram.sent.filter(({ text }) => text === 'waits')).toHaveLength(1);
  // SMTP has no key that makes a mail leave once; mail programs show mails with one Message-ID once.
  const ids = mailServer.taken.map((taken) => /^Message-ID: (.*)\r$/m.exec(taken.raw)![1]);
  expect(new Set(ids)).toEqual(new Set(['<one@zo.test>']));
});
