/** A Telegram bot over the Bot API: pairing, messages, answers in pieces, files, and questions with buttons. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { type FakeTelegram, startFakeTelegram, TELEGRAM } from '../../../infra/testing/product/fake-telegram.js';
import { MAX_PIECE } from '../src/telegram/pieces.js';
import { MAX_GUESSES } from '../src/telegram/telegram-updates.js';
import { questionOf } from './asked.js';
import { begins, type Harness, messageOf, startHarness } from './harness.js';
import type { HostedPerson, HostedQuestion } from './hosted-people.js';

const ADA = 1001;
const EVE = 6660;
let at: Harness;
let telegram: FakeTelegram;
beforeAll(async () => {
  telegram = await startFakeTelegram();
  at = await startHarness({
    ZO_SMTP_PORT: '0',
    ZO_TELEGRAM_URL: telegram.url,
    ZO_TELEGRAM_IDLE_MS: '20',
    ZO_PUBLIC_URL: 'https://zo.example.org',
  });
});
afterAll(async () => {
  await at?.stop();
  await telegram?.stop();
});
beforeEach(() => {
  telegram.failures.clear();
  telegram.sent.length = 0;
  telegram.shown.length = 0;
});

const overview = async (who = at.ada) => (await at.json(who, '/api/channels')).telegram;
const told = (text: string) => messageOf(at, at.ada, ({ preview, state }) => preview === text && state === 'received');
async function received(text: string): Promise<any> {
  const message = await told(text);
  // The next one of its sender waits for that.
  await begins(at, message);
  return message;
}
const stored = async () => Number((await at.sql.query('select 1 from channels.messages')).rowCount);
const begin = (who: HostedPerson) => at.json(who, '/api/channels/telegram', {});
/** Everything that was said to the bot is taken in. */
const settled = () => eventually(() => telegram.waiting.length === 0);
async function answered(text: string, answer: string): Promise<any> {
  telegram.says(ADA, text);
  const asked = await told(text);
  const [runId, conversationId] = [crypto.randomUUID(), crypto.randomUUID()];
  const run = { userId: at.ada.userId, originId: `message:${asked.id}`, runId };
  at.hosted.answers.set(runId, answer);
  await at.fromChat('run.started', { ...run, conversationId });
  await at.fromChat('run.ended', { ...run, status: 'complete' });
  return { asked, conversationId };
}

describe('the bot', () => {
  it('is entered by the owner only, tried before it is kept, and its token is shown to nobody', async () => {
    await expect(begin(at.ada)).rejects.toThrow(/409 .*No bot is set up/);
    const set = (who: HostedPerson, token: string) => at.json(who, '/api/channels/telegram-bot', { token }, 'PUT');
    await expect(set(at.bob, TELEGRAM.token)).rejects.toThrow(/404/);
    await expect(set(at.ada, 'no token')).rejects.toThrow(/400 .*BotFather/);
    await expect(set(at.ada, '4242:another-token')).rejects.toThrow(/422 .*knows no bot with this token/);
    await set(at.ada, TELEGRAM.token);
    expect(await overview()).toEqual({ bot: TELEGRAM.username, error: null, paired: false, name: '' });
    const { rows } = await at.sql.query<{ sealed: Buffer }>('select sealed from channels.telegram_bots');
    expect(rows[0]!.sealed.toString('latin1')).not.toContain(TELEGRAM.token);
    expect(telegram.calls.get('deleteWebhook')).toBe(1);
  });

  it('answers nobody who is not paired, and takes only few codes from each', async () => {
    telegram.says(EVE, 'hello');
    telegram.says(EVE, '/start');
    telegram.says(EVE, '/stop');
    for (let n = 0; n < MAX_GUESSES; n++) telegram.says(EVE, `/start GUESSGUES${n}`);
    const { code } = await begin(at.ada);
    telegram.says(EVE, `/start ${code}`);
    telegram.says(ADA, `/start ${code}`, { chat: { id: -55, type: 'group' } });
    await settled();
    expect([telegram.sent, await stored(), (await overview()).paired]).toEqual([[], 0, false]);
  });

  it('is paired by a code that counts once, and /stop ends it', async () => {
    const { code, link, minutes } = await begin(at.ada);
    expect([link, minutes]).toEqual([`https://t.me/${TELEGRAM.username}?start=${code}`, 10]);
    telegram.says(ADA, `/start ${code}`);
    await eventually(async () => (await overview()).paired);
    expect((await overview()).name).toBe(`@user${ADA}`);
    telegram.says(7, `/start ${code}`);
    telegram.says(ADA, '/stop');
    await eventually(async () => !(await overview()).paired);
    await eventually(() => telegram.sent.length === 2);
    expect(telegram.sent.map(({ chat_id, text }) => [Number(chat_id), text.split('.')[0]])).toEqual([
      [ADA, `Paired with the account ${at.ada.handle}`],
      [ADA, 'Stopped'],
    ]);
    telegram.says(ADA, 'after the end');
    await settled();
    const audited = async () =>
      (await at.sql.query(`select action from audit.entry where action like 'telegram%' order by seq`)).rows;
    await eventually(async () => (await audited()).length === 3);
    const actions = ['telegram_bot.set', 'telegram.paired', 'telegram.unpaired'];
    expect((await audited()).map(({ action }) => action)).toEqual(actions);
    expect(await stored()).toBe(0);
    telegram.says(ADA, `/start ${(await begin(at.ada)).code.toLowerCase()}`);
    await eventually(async () => (await overview()).paired && telegram.sent.length === 3);
  });
});

describe('a message', () => {
  it('CM-01 AU-06 becomes a chat, is answered there with its marks, and the next one continues it', async () => {
    const answer = 'It is **done**: [plan](Notes/plan.md) & `a<b`.\n\n- one\n- two';
    const { asked, conversationId } = await answered('When does it leave?', answer);
    expect(at.hosted.reached).toContain(`${at.ada.userId} has_texted_zo`);
    const [sent] = await eventually(() => telegram.sent.length > 0 && telegram.sent);
    expect(sent).toMatchObject({ chat_id: String(ADA), parse_mode: 'HTML' });
    expect(sent!.text).toBe(
      'It is <b>done</b>: <a href="https://zo.example.org/f/w/Notes/plan.md">plan</a> &amp; ' +
        '<code>a&lt;b</code>.\n\n• one\n• two',
    );
    expect((await at.told()).filter((id) => id === asked.id)).toHaveLength(1);
    telegram.says(ADA, 'And back?');
    expect(await received('And back?')).toMatchObject({ conversation_id: conversationId, peer: 'Telegram' });
  });

  it('is answered in pieces that Telegram takes, and as plain text where it refuses the marks', async () => {
    const long = Array.from({ length: 400 }, (_, n) => `Line ${n} has **words** and 😀.`).join('\n\n');
    await answered('A long one', long);
    await eventually(() => telegram.sent.length >= 4);
    await messageOf(at, at.ada, ({ preview, state }) => preview.startsWith('Line 0') && state === 'sent');
    expect(telegram.sent.map(({ text }) => text.match(/Line \d+/g)).flat()).toEqual(long.match(/Line \d+/g));
    telegram.sent.length = 0;
    await answered('A table', '| a | b |\n|---|---|\n| 1 | 2 |');
    const [sent] = await eventually(() => telegram.sent.length > 0 && telegram.sent);
    expect(sent!.parse_mode).toBeUndefined();
  });

  it('brings its files into the workspace, and says which are missing', async () => {
    telegram.files.set('F1', Buffer.from('a,b\n1,2\n'));
    telegram.files.set('P2', Buffer.from('large picture'));
    telegram.says(ADA, '', {
      text: undefined,
      caption: 'Read it',
      document: { file_id: 'F1', file_name: '../../table.csv', file_size: 8 },
      media_group_id: 'album',
    });
    telegram.says(ADA, '', {
      text: undefined,
      photo: [
        { file_id: 'P1', file_size: 1 },
        { file_id: 'P2', file_size: 13 },
      ],
      media_group_id: 'album',
    });
    telegram.says(ADA, 'Watch', { document: { file_id: 'F9', file_name: 'film.mp4', file_size: 30 * 1024 * 1024 } });
    telegram.says(ADA, 'Gone', { document: { file_id: 'F8', file_name: 'gone.pdf', file_size: 3 } });
    const folder = `${new Date().toISOString().slice(0, 10)} Telegram`;
    const inbox = (...names: string[]) => join(at.computer.home, 'workspace', 'Inbox', folder, ...names);
    const { files } = await received('Read it');
    await received('Watch (film.mp4 is missing: Telegram gives bots files of at most 20 MB.)');
    await received('Gone (gone.pdf is missing: Telegram does not give it any more.)');
    await eventually(() => existsSync(inbox('table.csv')));
    expect(readFileSync(inbox('table.csv'), 'utf8')).toBe('a,b\n1,2\n');
    expect(files).toEqual([`w/Inbox/${folder}/table.csv`, expect.stringMatching(/\/photo \d+\.jpg$/)]);
    telegram.says(ADA, '', { text: undefined, sticker: {} });
    await eventually(() => telegram.sent.some(({ text }) => text.startsWith('Zo reads text')));
  });

  it('whose names cannot be stored as they are arrives, and holds up none after it', async () => {
    const document = { file_id: 'F\u00007', file_name: 'a\u0000b\ud800.csv', file_size: 3 };
    telegram.says(ADA, 'Named', { document, media_group_id: 'album\u0000\ud800' });
    await received('Named (ab\ufffd.csv is missing: Telegram does not give it any more.)');
  });

  it('of a shape that Telegram does not have is left out, and those after it arrive', async () => {
    telegram.says(ADA, 'x', { chat: 'nowhere' });
    telegram.says(ADA, 'x', { message_id: 'one' });
    telegram.says(ADA, 'after it');
    await received('after it');
  });
});

describe('what Telegram answers', () => {
  it('429 is waited for, 5xx tried again, and a bot that is blocked is said', async () => {
    telegram.failures.set('sendMessage', { status: 429, retryAfter: 3_600, description: 'Too Many Requests' });
    await answered('busy', 'later 429');
    const calls = () => telegram.calls.get('sendMessage') ?? 0;
    const waiting = await messageOf(at, at.ada, ({ preview, why }) => preview === 'later 429' && why !== null);
    expect(waiting).toMatchObject({ state: 'queued', why: 'Telegram answered 429. Too Many Requests' });
    const later = `select next_at > now() + interval '50 minutes' as later from channels.messages where id = $1`;
    expect((await at.sql.query(later, [waiting.id])).rows).toEqual([{ later: true }]);
    telegram.failures.clear();
    await at.sql.query('update channels.messages set next_at = now() where id = $1', [waiting.id]);
    telegram.says(ADA, 'wakes the process');
    await received('wakes the process');
    await messageOf(at, at.ada, ({ preview, state }) => preview === 'later 429' && state === 'sent');
    const before = calls();
    telegram.failures.set('sendMessage', { status: 502, description: 'Bad Gateway' });
    await answered('broken', 'later 502');
    await eventually(() => calls() >= before + 2);
    telegram.failures.clear();
    await messageOf(at, at.ada, ({ preview, state }) => preview === 'later 502' && state === 'sent');
    expect(telegram.sent.filter(({ text }) => text.startsWith('later'))).toHaveLength(2);
    telegram.failures.set('sendMessage', { status: 403, description: 'Forbidden: bot was blocked by the user' });
    await answered('blocked', 'never');
    const failed = await messageOf(at, at.ada, ({ preview, state }) => preview === 'never' && state === 'failed');
    expect(failed.why).toMatch(/blocked the bot/);
  });

  it('409 and a revoked token are told to the owner, and nobody else, until it is mended', async () => {
    telegram.failures.set('getUpdates', {
      status: 409,
      description: 'Conflict: terminated by other getUpdates request',
    });
    telegram.says(ADA, 'before');
    await eventually(async () => /Another program takes/.test((await overview()).error ?? ''));
    expect((await overview(at.bob)).error).toBeNull();
    telegram.failures.set('getUpdates', { status: 401, description: 'Unauthorized' });
    await eventually(async () => /does not know this bot/.test((await overview()).error ?? ''));
    telegram.says(ADA, 'meanwhile');
    telegram.failures.clear();
    await received('before');
    await received('meanwhile');
    await eventually(async () => (await overview()).error === null);
  });

  it('a message of which nobody knows whether it left is not sent again', async () => {
    telegram.hangsUp = true;
    await answered('cut', 'cut off');
    const cut = await messageOf(at, at.ada, ({ preview, state }) => preview === 'cut off' && state === 'failed');
    expect(cut.why).toMatch(/not known whether/);
    telegram.hangsUp = false;
    expect(telegram.sent.filter(({ text }) => text === 'cut off')).toHaveLength(1);
  });
});

describe('a question', () => {
  const waits = async (more: Partial<HostedQuestion> = {}) => {
    const question = questionOf(at.ada.userId, { args: JSON.stringify({ cmd: 'echo **hi**\u202e' }), ...more });
    const { runId, approvalId, argsHash, kind, userId } = question;
    at.hosted.questions.set(approvalId, question);
    const asked = { runId, approvalId, argsHash, kind, untilMs: BigInt(Date.now() + 3_600_000) };
    const notice = { userId, runId, conversationId: crypto.randomUUID(), status: 'parked', title: 'Trip', asked };
    await at.fromChat('run.notice', notice);
    const sent = await eventually(() => telegram.sent.at(-1));
    telegram.sent.length = 0;
    return { question, sent, buttons: sent.reply_markup!.inline_keyboard.flat() };
  };

  it('is shown whole above its buttons, and answered by one of them once, only in the chat of its user', async () => {
    const { sent, buttons } = await waits();
    expect(sent.parse_mode).toBeUndefined();
    expect(sent.text).toBe(
      'Trip\nRun this command?\nThis chat has read a.test.\n\ntool: run_bash_command\ncmd: echo **hi**⟨U+202E⟩',
    );
    expect(buttons.map(({ text }) => text)).toEqual(['Allow once', 'No', 'See what it asks']);
    const [allow, no] = buttons.map(({ callback_data: data }) => data!);
    telegram.presses(EVE, allow!);
    telegram.presses(ADA, 'a:nonsense');
    await settled();
    expect([at.hosted.decided, telegram.shown]).toEqual([[], []]);
    // Somebody else who is paired has a link of Ada.
    telegram.says(2002, `/start ${(await begin(at.bob)).code}`);
    await eventually(async () => (await overview(at.bob)).paired);
    telegram.presses(2002, allow!);
    await eventually(() => telegram.shown.length === 1);
    expect([at.hosted.decided, telegram.shown[0]]).toEqual([[], expect.stringMatching(/not known/)]);
    telegram.presses(ADA, allow!);
    telegram.presses(ADA, allow!);
    telegram.presses(ADA, no!);
    await eventually(() => telegram.shown.length === 4);
    expect(at.hosted.decided).toEqual([expect.objectContaining({ decision: 'approve', via: 'telegram' })]);
    expect(telegram.shown.slice(1).map((text) => text.split('.')[0])).toEqual([
      'Allowed',
      'Already answered',
      'Already answered',
    ]);
    await eventually(() => telegram.withoutButtons.length === 4);
    at.hosted.decided.length = 0;
  });

  it('that needs a session, or is not shown whole, has no button for a yes', async () => {
    const text = { file: 'a', text: 'x', kind: 'text', isCut: false } as const;
    for (const more of [
      { kind: 'two', needsSession: true },
      { args: JSON.stringify({ cmd: 'x'.repeat(MAX_PIECE) }) },
      { files: ['a'], texts: [{ ...text, isCut: true }] },
      { files: ['a', 'b'], texts: [text] },
    ]) {
      const { buttons, sent } = await waits(more);
      expect(buttons.map(({ text }) => text)).toEqual(['No', 'See what it asks']);
      expect(sent.text.length).toBeLessThanOrEqual(MAX_PIECE);
    }
  });
});
