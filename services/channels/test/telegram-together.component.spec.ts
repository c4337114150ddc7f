/** Albums, texts that Telegram cut, and messages that were sent at once, by a clock of the test. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { eventually } from '@zo/testing';
import { type FakeTelegram, startFakeTelegram, TELEGRAM } from '../../../infra/testing/product/fake-telegram.js';
import { Clock } from '../src/messages/clock.js';
import { GATHER_MS, MAX_GATHER_MS } from '../src/telegram/parts.js';
import { begins, type Harness, messageOf, startHarness } from './harness.js';
import type { HostedPerson } from './hosted-people.js';

const ADA = 1001;
let at: Harness;
let telegram: FakeTelegram;
let now = Date.now();
beforeAll(async () => {
  telegram = await startFakeTelegram();
  at = await startHarness({ ZO_SMTP_PORT: '0', ZO_TELEGRAM_URL: telegram.url, ZO_TELEGRAM_IDLE_MS: '20' });
  Object.assign(at.service.service.app.get(Clock), { now: () => now });
  await at.json(at.ada, '/api/channels/telegram-bot', { token: TELEGRAM.token }, 'PUT');
  telegram.says(ADA, `/start ${(await at.json(at.ada, '/api/channels/telegram', {})).code}`);
  await settled();
});
afterAll(async () => {
  await at?.stop();
  await telegram?.stop();
});

/** Everything that was said to the bot is taken in. */
const settled = () => eventually(() => telegram.waiting.length === 0);
const told = (text: string) =>
  messageOf(at, at.ada, ({ preview, state }) => preview.startsWith(text) && state === 'received');

describe('what was sent together', () => {
  /** Messages that are not with chat yet. */
  const waiting = async () => {
    const sql = `select body, jsonb_array_length(attachments) as files, next_at as due from channels.messages
                 where state = 'arrived' order by created_at, update_id`;
    return (await at.sql.query<{ body: string; files: number; due: Date }>(sql)).rows;
  };
  const picture = (n: number, caption = '') => {
    telegram.files.set(`A${n}`, Buffer.from('x'));
    const photo = [{ file_id: `A${n}`, file_size: 1 }];
    telegram.says(ADA, '', { text: undefined, caption, photo, media_group_id: 'slow' });
    return settled();
  };

  it('as an album is one message over many polls, until a second has passed or five in all', async () => {
    const begun = now;
    await picture(0, 'Holidays');
    expect(await waiting()).toEqual([{ body: 'Holidays', files: 1, due: new Date(begun + GATHER_MS) }]);
    for (let n = 1; n < 6; n++) {
      now += 900;
      await picture(n);
    }
    expect(await waiting()).toEqual([{ body: 'Holidays', files: 6, due: new Date(begun + MAX_GATHER_MS) }]);
    now = begun + MAX_GATHER_MS;
    const first = await told('Holidays');
    expect(first.files).toHaveLength(6);
    // What comes later goes on in the same chat.
    await picture(6, 'One more');
    now += GATHER_MS;
    const conversationId = await begins(at, first);
    const late = await told('One more');
    expect(late.conversation_id).toBe(conversationId);
    await begins(at, late);
  });

  it('as an album is written file by file, so that it is never in memory as a whole', async () => {
    const written = () =>
      readdirSync(at.computer.home, { recursive: true }).filter((name) => /photo/.test(String(name)));
    const before = written().length;
    const progress: number[] = [];
    telegram.onFile = () => void progress.push(written().length - before);
    for (let n = 10; n < 14; n++) {
      telegram.files.set(`A${n}`, Buffer.from(`picture ${n}`));
      const photo = [{ file_id: `A${n}`, file_size: 10 }];
      telegram.says(ADA, '', { text: undefined, caption: n === 10 ? 'Four' : '', photo, media_group_id: 'four' });
    }
    await settled();
    now += MAX_GATHER_MS;
    const album = await told('Four');
    expect([album.files.length, progress]).toEqual([4, [0, 1, 2, 3]]);
    await begins(at, album);
  });

  it('as one long text is one message again', async () => {
    for (const text of ['a'.repeat(4_096), 'b'.repeat(3_000), 'The end.']) {
      telegram.says(ADA, text);
      await settled();
    }
    const message = await told('aaa');
    const { rows } = await at.sql.query('select body from channels.messages where id = $1', [message.id]);
    expect(rows).toEqual([{ body: `${'a'.repeat(4_096)}${'b'.repeat(3_000)}\nThe end.` }]);
    await begins(at, message);
  });

  it('as several messages goes to one chat, one after the other', async () => {
    // Nothing says that the first one has no chat; the last chat is too long ago.
    await at.sql.query(`update channels.messages set created_at = created_at - interval '1 day'`);
    const texts = ['Look at these', 'first', 'second'];
    for (const text of texts) telegram.says(ADA, text);
    await settled();
    const first = await told('Look at these');
    expect(first.conversation_id).toBeNull();
    expect((await waiting()).map(({ body }) => body)).toEqual(['first', 'second']);
    const conversationId = await begins(at, first);
    const ids = [first.id];
    for (const text of texts.slice(1)) {
      const next = await told(text);
      expect(next.conversation_id).toBe(conversationId);
      await begins(at, next);
      ids.push(next.id);
    }
    expect((await at.told()).filter((id) => ids.includes(id))).toEqual(ids);
  });
});

it('a link of somebody else does not take a paired chat over: what its user writes stays theirs', async () => {
  const codeOf = async (who: HostedPerson) => (await at.json(who, '/api/channels/telegram', {})).code as string;
  const isPaired = async (who: HostedPerson) => (await at.json(who, '/api/channels')).telegram.paired as boolean;
  const heard = (text: string) => eventually(() => telegram.sent.some((sent) => sent.text.startsWith(text)));
  const code = await codeOf(at.bob);
  telegram.sent.length = 0;
  telegram.says(ADA, `/start ${code}`);
  await heard('This chat is paired with another account.');
  telegram.says(ADA, 'still mine');
  await told('still mine');
  expect([await isPaired(at.ada), await isPaired(at.bob)]).toEqual([true, false]);
  // Once its user has ended it, the code is good, and the bot says whose it is.
  telegram.says(ADA, '/stop');
  telegram.says(ADA, `/start ${code}`);
  await heard(`Paired with the account ${at.bob.handle}.`);
  expect([await isPaired(at.ada), await isPaired(at.bob)]).toEqual([false, true]);
  expect(telegram.sent.map(({ text }) => text.split(' ')[0])).toEqual(['This', 'Stopped.', 'Paired']);
});
