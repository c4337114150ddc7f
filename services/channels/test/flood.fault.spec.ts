/** Floods of mail, and a process that dies between storing a mail and giving it to chat. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { eventually } from '@zo/testing';
import { MAX_HELD } from '../src/inbound/intake.js';
import { Authenticity } from '../src/inbound/authenticity.js';
import { MAILS_PER_ADDRESS, MAILS_PER_USER, MAX_OF_ADDRESS } from '../src/inbound/smtp.listener.js';
import { Postman } from '../src/messages/postman.js';
import { DKIM } from './dns.js';
import { type Harness, messageOf, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ ZO_MESSAGE_LEASE_MS: '300' });
});
afterAll(() => at.stop());

const mail = (subject: string, more: object = {}) => ({
  from: 'ada@example.com',
  to: 'ada@zo.test',
  subject,
  text: 'Please.',
  dkim: { domainName: 'example.com', ...DKIM },
  ...more,
});

it('a mail whose process died in the middle is given to chat once, by whoever comes next', async () => {
  const postman = at.service.service.app.get(Postman);
  const { work } = postman;
  let dead = 0;
  // What a process leaves that is killed in its work: the row is claimed, and nothing else happened.
  postman.work = async () => void (dead += 1);
  await at.send(mail('Survives'));
  await eventually(() => dead >= 1);
  const { items } = await at.json(at.ada, '/api/outbox');
  expect(items).toMatchObject([{ subject: 'Survives', state: 'arrived' }]);
  postman.work = work;
  const found = await messageOf(at, at.ada, ({ state }) => state === 'received');
  expect(await at.told()).toEqual([found.id]);
});

it('a message that its processes died of is held, and those after it arrive', async () => {
  const postman = at.service.service.app.get(Postman);
  const { work } = postman;
  postman.work = () => Promise.resolve();
  await at.send(mail('Deadly'));
  const idOf = async (subject: string) =>
    (await at.sql.query('select id from channels.messages where subject = $1', [subject])).rows[0]!.id as string;
  const id = await idOf('Deadly');
  // More processes were killed in their work on it than attempts are made otherwise.
  await at.sql.query('update channels.messages set attempts = 50, next_at = now() where id = $1', [id]);
  postman.work = work;
  await at.send(mail('After it'));
  await eventually(async () => (await at.told()).includes(await idOf('After it')));
  const held = await messageOf(at, at.ada, (message) => message.id === id && message.state === 'held');
  expect(held.why).toBe('It could not be worked on.');
  expect(await at.told()).not.toContain(id);
});

it('a message that takes long holds up none of others, and stays with its process', async () => {
  const postman = at.service.service.app.get(Postman);
  const { work } = postman;
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  postman.work = async (message) => {
    if (message.userId === at.ada.userId) await released;
    return work(message);
  };
  const rowOf = async (subject: string) => {
    const sql = 'select id, next_at, attempts from channels.messages where subject = $1';
    return (await at.sql.query<{ id: string; next_at: Date; attempts: number }>(sql, [subject])).rows[0]!;
  };
  try {
    await at.send(mail('Slow'));
    const begun = await eventually(async () => (await rowOf('Slow')).attempts === 1 && rowOf('Slow'));
    await at.send(mail('Quick', { from: 'bob@example.com', to: 'bob@zo.test' }));
    const quick = await messageOf(at, at.bob, ({ subject, state }) => subject === 'Quick' && state === 'received');
    // Longer than a process counts as alive that says nothing.
    await eventually(async () => (await rowOf('Slow')).next_at.getTime() > begun.next_at.getTime() + 300);
    expect((await rowOf('Slow')).attempts).toBe(1);
    const told = async () => (await at.told()).filter((id) => [begun.id, quick.id].includes(id));
    expect(await told()).toEqual([quick.id]);
    release();
    await messageOf(at, at.ada, ({ id, state }) => id === begun.id && state === 'received');
    // Events of two people may be in two partitions, which have no order.
    expect((await told()).toSorted()).toEqual([quick.id, begun.id].toSorted());
  } finally {
    release();
    postman.work = work;
  }
});

it('a chat that answers a machine ends after twenty messages in an hour', async () => {
  for (let n = 0; n < 21; n++) await at.send(mail(`ping ${n}`));
  const { items } = await at.json(at.ada, '/api/outbox?held=true');
  expect(items.length).toBeGreaterThanOrEqual(1);
  expect(items[0].why).toMatch(/within an hour/);
});

it('recipients that are only named use up nobody’s mails of an hour', async () => {
  const socket = connect(Number(process.env['ZO_SMTP_PORT']!), '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const said = async () => {
    for (;;) {
      const { value = '' } = await lines.next();
      if (/^\d{3} /.test(value)) return Number(value.slice(0, 3));
    }
  };
  const say = (line: string) => (socket.write(`${line}\r\n`), said());
  expect(await said()).toBe(220);
  expect([await say('EHLO eve.example.org'), await say('MAIL FROM:<eve@example.org>')]).toEqual([250, 250]);
  for (let n = 0; n <= MAILS_PER_USER.most; n++) expect(await say('RCPT TO:<ada@zo.test>')).toBe(250);
  await say('QUIT');
  socket.destroy();
  // Otherwise it would be refused.
  await at.send(mail('Let in'));
});

it('connections of one address that say nothing leave room for those of others', async () => {
  const port = Number(process.env['ZO_SMTP_PORT']!);
  const open = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress });
  const greeted = (socket: Socket) => once(createInterface({ input: socket }), 'line').then(([line]) => String(line));
  const silent = Array.from({ length: 60 }, () => open('127.0.0.9'));
  try {
    const said = await Promise.all(silent.map(greeted));
    expect(said.filter((line) => line.startsWith('220'))).toHaveLength(MAX_OF_ADDRESS);
    const other = open('127.0.0.8');
    silent.push(other);
    expect(await greeted(other)).toMatch(/^220/);
  } finally {
    for (const socket of silent) socket.destroy();
  }
  await eventually(async () => {
    const socket = open('127.0.0.9');
    const line = await greeted(socket);
    socket.destroy();
    return line.startsWith('220');
  });
});

it('mails that wait for a slow name server count as memory, and the next are asked to come later', async () => {
  const authenticity = at.service.service.app.get(Authenticity);
  const { check } = authenticity;
  let release = () => undefined as void;
  const answered = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  authenticity.check = async (...args) => {
    waiting += 1;
    await answered;
    return check.apply(authenticity, args);
  };
  const large = (n: number) => at.send(mail(`large ${n}`, { dkim: undefined, text: 'x'.repeat(23 * 1024 * 1024) }));
  const taken: Promise<void>[] = [];
  try {
    for (let n = 0; n < 5; n++) {
      taken.push(large(n));
      await eventually(() => waiting === n + 1);
    }
    await expect(large(5)).rejects.toThrow(/451 too much mail at once/);
  } finally {
    release();
    authenticity.check = check;
  }
  await Promise.all(taken);
});

it('an address that sends too much is asked to come later, and held mail has an end', async () => {
  await at.sql.query(
    `insert into channels.messages (id, user_id, channel, direction, state, peer, event_id)
     select gen_random_uuid(), $1, 'email', 'in', state, 'x@example.org', gen_random_uuid()
     from generate_series(1, $2), unnest(array['held', 'ignored']) as state`,
    [at.ada.userId, MAX_HELD],
  );
  const stranger = { from: 'eve@example.org', dkim: undefined };
  await at.send(mail('dropped', stranger));
  await at.send(mail('dropped', { ...stranger, text: 'Out of office', headers: { 'Auto-Submitted': 'auto-replied' } }));
  const count = async () =>
    (await at.sql.query(`select 1 from channels.messages where user_id = $1 and subject = 'dropped'`, [at.ada.userId]))
      .rowCount;
  expect(await count()).toBe(0);
  // Once, however much is dropped.
  await at.send(mail('dropped', { ...stranger, text: 'Again' }));
  const { items } = await at.json(at.ada, '/api/outbox?channel=email');
  const told = items.filter(({ direction }: any) => direction === 'out');
  expect(told).toMatchObject([
    { peer: 'ada@example.com', state: 'kept', subject: expect.stringMatching(/not kept any more/) },
  ]);
  const sent = async () => {
    for (let n = 0; n <= MAILS_PER_ADDRESS.most; n++) await at.send(mail(`flood ${n}`, stranger));
  };
  await expect(sent()).rejects.toThrow(/451 too many mails from this address/);
});
