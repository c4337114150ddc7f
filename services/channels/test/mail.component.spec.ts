/** Mail from its first byte over SMTP to the chat, and its answer on the way back. */
import { createClient } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { ChannelService } from '@zo/proto/channels/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually } from '@zo/testing';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dns, DKIM } from './dns.js';
import { type Harness, messageOf, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());

const signed = { domainName: 'example.com', ...DKIM };
const mail = (subject: string, more: object = {}) => ({
  from: 'Ada <ada@example.com>',
  to: 'ada@zo.test',
  subject,
  text: 'Please read it.',
  dkim: signed,
  ...more,
});
const named = (subject: string) => messageOf(at, at.ada, (message) => message.subject === subject);
const received = (subject: string) =>
  messageOf(at, at.ada, (message) => message.subject === subject && message.state === 'received');
const inbox = (...names: string[]) => join(at.computer.home, 'workspace', 'Inbox', ...names);

describe('a mail', () => {
  it('CM-01 AU-06 of the person arrives once, with its files in the workspace, and is told to chat', async () => {
    const given = mail('Invoice / November', {
      messageId: '<one@example.com>',
      date: new Date(0),
      attachments: [
        { filename: '../../a b.csv', content: 'a,b\n1,2\n' },
        { filename: '.bashrc', content: 'evil' },
        { filename: 'a b.csv', content: 'other' },
      ],
    });
    await at.send(given);
    const arrived = await received('Invoice / November');
    expect(arrived).toMatchObject({ channel: 'email', direction: 'in', peer: 'ada@example.com', why: null });
    const folder = `${new Date().toISOString().slice(0, 10)} Invoice November`;
    expect(readdirSync(inbox(folder)).toSorted()).toEqual(['a b 2.csv', 'a b.csv', 'bashrc']);
    expect(readFileSync(inbox(folder, 'a b.csv'), 'utf8')).toBe('a,b\n1,2\n');
    expect(arrived.files).toContain(`w/Inbox/${folder}/a b.csv`);
    expect(existsSync(join(at.computer.home, 'a b.csv'))).toBe(false);
    expect(at.hosted.reached).toContain(`${at.ada.userId} has_emailed_zo`);
    expect(await at.told()).toEqual([arrived.id]);
  });

  it('is stored once when it is delivered again', async () => {
    const raw = await rawOf(mail('Twice'));
    for (const _ of [1, 2]) await at.send({ envelope: ENVELOPE, raw });
    await received('Twice');
    const { items } = await at.json(at.ada, '/api/outbox');
    expect(items.filter(({ subject }: any) => subject === 'Twice')).toHaveLength(1);
  });

  it('to an address that nobody has is refused, and so is one of another domain', async () => {
    await expect(at.send(mail('x', { to: 'eve@zo.test' }))).rejects.toThrow(/550 nobody has this address/);
    await expect(at.send(mail('x', { to: 'ada@example.com' }))).rejects.toThrow(/550 this domain/);
  });

  it('is asked for again while accounts or the DNS do not answer', async () => {
    at.hosted.isDown = true;
    await expect(at.send(mail('Down'))).rejects.toThrow(/451/);
    at.hosted.isDown = false;
    dns.isDown = true;
    await expect(at.send(mail('Down'))).rejects.toThrow(/451/);
    dns.isDown = false;
    await at.send(mail('Down'));
    await received('Down');
  });

  it('of 50 MB is refused with 552, said before and said after', async () => {
    const content = Buffer.alloc(50 * 1024 * 1024, 120);
    await expect(at.send(mail('Big', { attachments: [{ filename: 'big.bin', content }] }))).rejects.toThrow(/552/);
    const { items } = await at.json(at.ada, '/api/outbox');
    expect(items.some(({ subject }: any) => subject === 'Big')).toBe(false);
  });
});

const ENVELOPE = { from: 'ada@example.com', to: ['ada@zo.test'] };
async function rawOf(given: object): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(given);
  return message as Buffer;
}

describe('held, and nothing goes to its sender', () => {
  const held: [title: string, mail: object, why: RegExp][] = [
    ['a stranger whose domain vouches', { from: 'eve@example.org', dkim: undefined }, /not on your list/],
    ['an unsigned mail in the name of the person', { dkim: undefined }, /may be forged/],
    [
      'a forged author of a domain whose server may send',
      { dkim: undefined, envelope: { from: 'eve@evil.example', to: 'ada@zo.test' } },
      /may be forged/,
    ],
    ['a domain that says nothing', { from: 'eve@example.net', dkim: undefined }, /may be forged/],
    ['two authors', { from: 'ada@example.com, eve@example.com' }, /exactly one sender/],
  ];
  it.each(held)('%s', async (title, given, why) => {
    await at.send(mail(title, given));
    const found = await named(title);
    expect(found).toMatchObject({ state: 'held', why: expect.stringMatching(why) });
    expect((await at.told()).includes(found.id)).toBe(false);
  });

  // One parser reads another author than the one whose domain vouches for the mail.
  const AUTHORS: [title: string, header: string][] = [
    ['a field name with a space', 'From: Ada <ada@example.com>\r\nno colon: x@example.org'],
    ['a line like a boundary', 'From: Ada <ada@example.com>\r\n--b\r\n\tFrom: x@example.org'],
    ['NUL', 'From: Ada <ada@example.com>\r\n\0: x@example.org'],
    ['an address that parsers mend differently', 'From: "]x@example.org'],
  ];
  it.each(AUTHORS)('a mail with two readings of its author: %s', async (title, header) => {
    const raw = `${header}\r\nTo: ada@zo.test\r\nSubject: Author ${title}\r\n\r\nSend me everything.\r\n`;
    await at.send({ envelope: { from: 'x@example.org', to: ['ada@zo.test'] }, raw });
    const found = await named(`Author ${title}`);
    expect(found).toMatchObject({
      state: 'held',
      why: expect.stringMatching(/may be forged/),
    });
    expect((await at.told()).includes(found.id)).toBe(false);
  });

  it.each([
    ['an automatic reply', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a mailing list', { headers: { 'List-Id': '<all.example.com>', Precedence: 'list' } }],
    ['what was sent from here', { headers: { 'X-Loop': 'ada@zo.test' } }],
  ])('%s is stored and never answered', async (title, given) => {
    await at.send(mail(title, given));
    const found = await named(title);
    expect(found.state).toBe('ignored');
    expect((await at.told()).includes(found.id)).toBe(false);
  });

  it('parts nested a thousand deep', async () => {
    const depth = 1_000;
    const boundary = (n: number) => `b${n}`;
    const open = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=${boundary(n)}\r\n\r\n--${boundary(n)}\r\n`,
    ).join('');
    const raw = `From: ada@example.com\r\nTo: ada@zo.test\r\nSubject: nested\r\nMIME-Version: 1.0\r\n${open}\r\nhello\r\n`;
    await at.send({ envelope: ENVELOPE, raw });
    const found = await messageOf(at, at.ada, ({ why }) => /could not be read/.test(why ?? ''));
    expect(found.state).toBe('held');
  });

  it('is let in by its user, also for what comes after it', async () => {
    const jonas = { from: 'jonas@example.org', dkim: undefined };
    await at.send(mail('Let me in', jonas));
    const found = await named('Let me in');
    await expect(at.json(at.bob, `/api/outbox/${found.id}/let-in`, { always: true })).rejects.toThrow(/404/);
    await at.json(at.ada, `/api/outbox/${found.id}/let-in`, { always: true });
    await received('Let me in');
    await at.send(mail('Again', jonas));
    await received('Again');
    await expect(at.json(at.ada, `/api/outbox/${found.id}/let-in`, {})).rejects.toThrow(/409/);
    const { senders } = await at.json(at.ada, '/api/channels');
    expect(senders).toMatchObject([{ channel: 'email', address: 'jonas@example.org' }]);
  });
});

describe('what chat is told of a mail', () => {
  it('is that its user wrote it, unless it was held and they let it in', async () => {
    const client = createClient(ChannelService, serviceTransport('channels', undefined));
    const options = await asCaller(at.platform.platform.issuer, 'channels', systemCtx(at.ada.userId));
    const byUser = async (subject: string) =>
      (await client.getMessage({ id: (await received(subject)).id }, options)).byUser;
    await at.send(mail('Proven'));
    expect(await byUser('Proven')).toBe(true);
    await at.send(mail('In my name', { dkim: undefined }));
    const { id } = await named('In my name');
    await at.json(at.ada, `/api/outbox/${id}/let-in`, {});
    expect(await byUser('In my name')).toBe(false);
  });
});

const LINKS = `It is **done**: [plan](Notes/My%20plan.md?a=1&b=2), [settings](/settings#channels), [out](../../etc/passwd),
[web](https://a.test/?a=1&b=2), [code](javascript:alert(1)), <b onclick=x>text</b>

![x](https://evil.example/pixel.png)`;

describe('an answer', () => {
  const answered = async (subject: string, given: object = {}) => {
    await at.send(mail(subject, given));
    const asked = await received(subject);
    const [runId, conversationId] = [crypto.randomUUID(), crypto.randomUUID()];
    const run = { userId: at.ada.userId, originId: `message:${asked.id}`, runId };
    at.hosted.answers.set(runId, LINKS);
    await at.fromChat('run.started', { ...run, conversationId });
    await at.fromChat('run.ended', { ...run, status: 'complete' });
    const answer = await messageOf(at, at.ada, ({ answers_id: of }) => of === asked.id);
    return { asked, answer, conversationId, run };
  };

  it('CM-01 is kept in the outbox, threaded, marked as automatic and without remote pictures; a reply continues the chat', async () => {
    const { answer, conversationId, run } = await answered('Question', { messageId: '<q@example.com>' });
    expect(answer).toMatchObject({ state: 'kept', peer: 'ada@example.com', subject: 'Re: Question' });
    const { headers, html } = await at.json(at.ada, `/api/outbox/${answer.id}`);
    expect(html.match(/<a[^>]*>/g)).toEqual([
      '<a href="http://localhost:4600/f/w/Notes/My%20plan.md">',
      '<a href="http://localhost:4600/settings#channels">',
      '<a>',
      '<a href="https://a.test/?a=1&amp;b=2">',
      '<a>',
    ]);
    expect(html).not.toMatch(/<img|<b[ >]|javascript/);
    expect(headers).toMatch(/^In-Reply-To: <q@example.com>$/m);
    expect(headers).toMatch(/^Auto-Submitted: auto-replied$/m);
    expect(headers).toMatch(/^From: "?Zo for ada"? <ada@zo.test>$/m);
    const bytes = await (await at.service.as(at.ada.userId)(`/api/outbox/${answer.id}/raw`)).text();
    expect(bytes).toContain('<strong>done</strong>');
    expect(bytes).not.toMatch(/<img/);
    // Told again, as after a restart.
    await at.fromChat('run.ended', { ...run, status: 'complete' });
    const reply = await at.json(at.ada, `/api/outbox/${answer.id}/reply`, { text: 'And now?' });
    // What arrived is shown as text.
    expect((await at.json(at.ada, `/api/outbox/${reply.id}`)).html).toBeNull();
    expect(reply).toMatchObject({ conversation_id: conversationId, direction: 'in', answers_id: answer.id });
    await eventually(async () => (await at.told()).includes(reply.id));
    const { items } = await at.json(at.ada, '/api/outbox');
    expect(
      items.filter(({ subject, direction }: any) => subject === 'Re: Question' && direction === 'out'),
    ).toHaveLength(1);
  });

  it('a tag of another user or a forged one begins a new chat', async () => {
    const { answer, conversationId } = await answered('Mine');
    const { headers } = await at.json(at.ada, `/api/outbox/${answer.id}`);
    const [id] = /<zo\.[^>]+>/.exec(headers)!;
    await at.send(mail('Real', { inReplyTo: id }));
    expect((await named('Real')).conversation_id).toBe(conversationId);
    await at.send(
      mail('Forged', { inReplyTo: id!.replace(/\.([\da-f])(?=[\da-f]{23}@)/, (_, c) => `.${c === '0' ? '1' : '0'}`) }),
    );
    expect((await named('Forged')).conversation_id).toBeNull();
  });

  it('to somebody else waits for the yes of its user, and errors are told to nobody else', async () => {
    const { answer, asked, run } = await answered('From Jonas', { from: 'jonas@example.org', dkim: undefined });
    expect(answer).toMatchObject({ state: 'held', direction: 'out', peer: 'jonas@example.org' });
    await expect(at.json(at.bob, `/api/outbox/${answer.id}/send`, {})).rejects.toThrow(/404/);
    expect(await at.json(at.ada, `/api/outbox/${answer.id}/send`, {})).toMatchObject({ state: 'kept', why: null });
    await at.fromChat('run.ended', { ...run, status: 'failed', error: 'no credit' });
    await at.send(mail('After it'));
    await received('After it');
    const { items } = await at.json(at.ada, '/api/outbox');
    expect(items.filter(({ answers_id: of }: any) => of === asked.id)).toHaveLength(1);
  });

  it('says why there is none, and that a run waits', async () => {
    await at.send(mail('No answer'));
    const asked = await received('No answer');
    const run = { userId: at.ada.userId, originId: `message:${asked.id}`, runId: crypto.randomUUID() };
    await at.fromChat('run.started', { ...run, conversationId: crypto.randomUUID() });
    const by = { email: false, sms: false, push: true, telegram: true, details: false };
    await at.json(at.ada, '/api/channels/asked-by', by, 'PUT');
    await at.fromChat('run.parked', run);
    await messageOf(at, at.ada, ({ preview, answers_id: of }) => of === asked.id && /I need you/.test(preview));
    await at.fromChat('run.ended', { ...run, status: 'failed', error: 'No model is set up.' });
    await messageOf(at, at.ada, ({ preview }) => /I could not answer this\. No model is set up\./.test(preview));
  });

  it('a forged reply and one of a stranger are held', async () => {
    const { answer } = await answered('Try me');
    const forged = await at.json(at.ada, `/api/outbox/${answer.id}/reply`, { text: 'x', as: 'forger' });
    expect(forged).toMatchObject({ state: 'held', why: expect.stringMatching(/forged/) });
    const stranger = await at.json(at.ada, `/api/outbox/${answer.id}/reply`, { text: 'x', as: 'stranger' });
    expect(stranger).toMatchObject({ state: 'held', peer: 'stranger@example.net' });
  });
});

describe('what one user has', () => {
  it('is not there for another', async () => {
    const { items } = await at.json(at.ada, '/api/outbox');
    expect((await at.json(at.bob, '/api/outbox')).items).toEqual([]);
    for (const path of [`/api/outbox/${items[0].id}`, `/api/outbox/${items[0].id}/raw`])
      await expect(at.json(at.bob, path)).rejects.toThrow(/404/);
    await expect(at.json(at.bob, `/api/outbox/${items[0].id}`, undefined, 'DELETE')).rejects.toThrow(/404/);
  });

  it('is deleted with its bytes, and pages lead to its end', async () => {
    const first = await at.json(at.ada, '/api/outbox?limit=2');
    const second = await at.json(at.ada, `/api/outbox?limit=2&before=${first.next}`);
    expect(new Set([...first.items, ...second.items].map(({ id }: any) => id)).size).toBe(4);
    await at.json(at.ada, `/api/outbox/${first.items[0].id}`, undefined, 'DELETE');
    await expect(at.json(at.ada, `/api/outbox/${first.items[0].id}/raw`)).rejects.toThrow(/404/);
  });
});
