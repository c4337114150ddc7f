/** Text messages by Twilio's protocol, from the proof of a number to the answer. */
import { createClient } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { ChannelService } from '@zo/proto/channels/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually } from '@zo/testing';
import { type FakeTwilio, startFakeTwilio, TWILIO, twilioRequest } from '../../../infra/testing/product/fake-twilio.js';
import { Delivery } from '../src/messages/delivery.js';
import { MAX_TRIES } from '../src/sms/phones.service.js';
import { segmentsOf } from '../src/sms/segments.js';
import { begins, type Harness, messageOf, startHarness } from './harness.js';
import type { HostedPerson } from './hosted-people.js';

const ADDRESS = 'https://zo.test/api/hooks/sms';
const NUMBER = '+4915112345678';
let at: Harness;
let twilio: FakeTwilio;
beforeAll(async () => {
  twilio = await startFakeTwilio();
  at = await startHarness({
    ZO_TWILIO_SID: TWILIO.sid,
    ZO_TWILIO_TOKEN: TWILIO.token,
    ZO_TWILIO_NUMBER: TWILIO.number,
    ZO_TWILIO_URL: twilio.url,
    ZO_PUBLIC_URL: 'https://zo.test',
  });
});
afterAll(async () => {
  await at.stop();
  await twilio.stop();
});
beforeEach(() => {
  twilio.refuses = undefined;
  twilio.taken.length = 0;
});

let serial = 0;
const fields = (text: string, more: object = {}) => ({
  From: NUMBER,
  To: TWILIO.number,
  Body: text,
  MessageSid: `SM${String(++serial).padStart(32, '0')}`,
  ...more,
});
const arrives = (request: RequestInit) => fetch(`${at.service.url}/api/hooks/sms`, request);
const texts = async (text: string, more: object = {}) =>
  expect((await arrives(twilioRequest(ADDRESS, fields(text, more)))).status).toBe(200);
const proven = async (who: HostedPerson, number = NUMBER) => {
  await at.json(who, '/api/channels/phone', { number });
  const [code] = /\d{6}/.exec(twilio.taken.at(-1)!.body)!;
  await at.json(who, '/api/channels/phone/code', { code });
};
const received = (text: string) =>
  messageOf(at, at.ada, ({ preview, state }) => preview === text && state === 'received');
const stored = async () => Number((await at.sql.query('select 1 from channels.messages')).rowCount);
async function toUser(body: string, key = body) {
  const client = createClient(ChannelService, serviceTransport('channels', undefined));
  const options = await asCaller(at.platform.platform.issuer, 'channels', systemCtx(at.ada.userId));
  const message = { channel: 'sms', subject: '', body, key, conversationId: crypto.randomUUID() };
  return client.sendToUser(message, options);
}

describe('a number', () => {
  it('is proven by a code that was sent there, with few guesses', async () => {
    await texts('before it is proven');
    await expect(toUser('nobody')).rejects.toThrow(/no phone set up/);
    await at.json(at.ada, '/api/channels/phone', { number: '+49 (151) 123-45678' });
    expect((await at.json(at.ada, '/api/channels')).phone).toMatchObject({ number: NUMBER, state: 'code' });
    const [code] = /\d{6}/.exec(twilio.taken[0]!.body)!;
    expect(twilio.taken[0]).toMatchObject({ to: NUMBER, from: TWILIO.number });
    const wrong = code === '000000' ? '000001' : '000000';
    await expect(at.json(at.bob, '/api/channels/phone/code', { code })).rejects.toThrow(/422/);
    for (let n = 0; n < MAX_TRIES; n++)
      await expect(at.json(at.ada, '/api/channels/phone/code', { code: wrong })).rejects.toThrow(/422/);
    // The right one is too late now.
    await expect(at.json(at.ada, '/api/channels/phone/code', { code })).rejects.toThrow(/422/);
    await proven(at.ada);
    expect((await at.json(at.ada, '/api/channels')).phone.state).toBe('proven');
    expect(await stored()).toBe(0);
  });

  it('gets only so many codes, and none that is no number', async () => {
    await expect(at.json(at.bob, '/api/channels/phone', { number: '0151' })).rejects.toThrow(/400 .*country/);
    const ask = () => at.json(at.bob, '/api/channels/phone', { number: '+4915100000001' });
    for (let n = 0; n < 3; n++) await ask();
    await expect(ask()).rejects.toThrow(/429/);
  });
});

describe('a text message', () => {
  it('CM-01 AU-06 of a proven number is told to chat once, and its answer is texted back in three segments', async () => {
    const request = twilioRequest(ADDRESS, fields('When does it leave?'));
    for (const _ of [1, 2]) expect((await arrives(request)).status).toBe(200);
    const asked = await received('When does it leave?');
    expect(await at.told()).toEqual([asked.id]);
    expect(at.hosted.reached).toContain(`${at.ada.userId} has_texted_zo`);
    const [runId, conversationId] = [crypto.randomUUID(), crypto.randomUUID()];
    const run = { userId: at.ada.userId, originId: `message:${asked.id}`, runId };
    at.hosted.answers.set(runId, `**7:12** from [platform 4](https://bahn.example). ${'Seat 61. '.repeat(200)}`);
    await at.fromChat('run.started', { ...run, conversationId });
    await at.fromChat('run.ended', { ...run, status: 'complete' });
    await eventually(() => twilio.taken.length === 1);
    const [{ to, body }] = twilio.taken as [FakeTwilio['taken'][number]];
    expect([to, segmentsOf(body)]).toEqual([NUMBER, 3]);
    expect(body).toMatch(/^7:12 from platform 4: https:\/\/bahn\.example\. Seat.*\.\.\. \(more in the chat\)$/);
    // Of a claim that came too late: another process has told chat meanwhile.
    await at.service.service.app.get(Delivery).work({ id: asked.id, userId: at.ada.userId });
    expect(await at.told()).toEqual([asked.id]);
    await texts('And back?');
    const back = await received('And back?');
    expect(back.conversation_id).toBe(conversationId);
    await begins(at, back);
  });

  it('that is one of several sent at once goes to the same chat, after the one before it', async () => {
    // Nothing says that the first one has no chat; the last chat is too long ago.
    await at.sql.query(`update channels.messages set created_at = created_at - interval '1 day'`);
    const parts = ['The list:', 'milk', 'bread'];
    for (const part of parts) await texts(part);
    const first = await received('The list:');
    expect(first.conversation_id).toBeNull();
    const { rows } = await at.sql.query(`select body from channels.messages where state = 'arrived' order by body`);
    expect(rows).toEqual([{ body: 'bread' }, { body: 'milk' }]);
    const conversationId = await begins(at, first);
    for (const part of parts.slice(1)) {
      const next = await received(part);
      expect(next.conversation_id).toBe(conversationId);
      await begins(at, next);
    }
  });

  it('that Twilio has not signed for this address is refused, whatever Host it names', async () => {
    const before = await stored();
    const forged = [
      twilioRequest(ADDRESS, fields('x'), 'another token'),
      twilioRequest('https://evil.example/api/hooks/sms', fields('x')),
      { ...twilioRequest(ADDRESS, fields('x')), body: new URLSearchParams(fields('y')).toString() },
      { method: 'POST', body: new URLSearchParams(fields('x')) },
    ];
    for (const request of forged) expect((await arrives(request)).status).toBe(403);
    expect((await arrives(twilioRequest(ADDRESS, fields('x'.repeat(100_000))))).status).toBe(400);
    expect((await arrives(twilioRequest(ADDRESS, { Body: 'x' }))).status).toBe(400);
    expect(await stored()).toBe(before);
  });

  it('of an unknown number is nothing', async () => {
    const before = await stored();
    await texts('let me in', { From: '+4915199999999' });
    expect([await stored(), twilio.taken]).toEqual([before, []]);
  });

  it('STOP ends it and START begins it again; neither reaches chat', async () => {
    const before = await stored();
    const link = `insert into channels.approval_links (id, user_id, channel, token_hash, run_id, approval_id, args_hash, expires_at)
      values (gen_random_uuid(), $1, 'sms', '\\x01', gen_random_uuid(), gen_random_uuid(), 'hash', now() + interval '1 hour')`;
    await at.sql.query(link, [at.ada.userId]);
    await texts(' Stop ');
    await expect(toUser('stopped')).rejects.toThrow(/no phone set up/);
    expect((await at.json(at.ada, '/api/channels')).phone.state).toBe('stopped');
    const { rows } = await at.sql.query('select revoked_at is not null as revoked from channels.approval_links');
    expect(rows).toEqual([{ revoked: true }]);
    await texts('START');
    expect(await toUser('again')).toMatchObject({ to: NUMBER, kept: false });
    expect(await stored()).toBe(before + 1);
  });
});

describe('the provider', () => {
  it('TL-01 is asked again after 401, 429 and 5xx, and not after it has refused a message', async () => {
    for (const status of [401, 429, 503]) {
      const { attempts } = twilio;
      twilio.refuses = status;
      await toUser(`later ${status}`);
      await eventually(() => twilio.attempts >= attempts + 2);
      twilio.refuses = undefined;
      await messageOf(at, at.ada, ({ preview, state }) => preview === `later ${status}` && state === 'sent');
    }
    twilio.refuses = 400;
    await toUser('never');
    const failed = await messageOf(at, at.ada, ({ preview, state }) => preview === 'never' && state === 'failed');
    expect(failed.why).toBe('The text provider answered 400. not now');
  });

  it('that takes no code leaves the number that was proven as it is', async () => {
    await at.platform.platform.cache.delete(`phone-code:${at.ada.userId}`);
    twilio.refuses = 400;
    const other = { number: '+4915100000002' };
    await expect(at.json(at.ada, '/api/channels/phone', other)).rejects.toThrow(/422 .*No code could be sent there/);
    expect((await at.json(at.ada, '/api/channels')).phone).toMatchObject({ number: NUMBER, state: 'proven' });
  });

  it('a new number leaves the one that was proven until its code is typed', async () => {
    const other = '+4915100000003';
    await at.platform.platform.cache.delete(`phone-code:${at.ada.userId}`);
    await at.json(at.ada, '/api/channels/phone', { number: other });
    const phone = async () => (await at.json(at.ada, '/api/channels')).phone;
    expect(await phone()).toMatchObject({ number: NUMBER, state: 'proven', new_number: other });
    await texts('still read');
    await received('still read');
    const [code] = /\d{6}/.exec(twilio.taken.at(-1)!.body)!;
    await expect(at.json(at.ada, '/api/channels/phone/code', { code: '0000000' })).rejects.toThrow(/400/);
    await at.json(at.ada, '/api/channels/phone/code', { code });
    expect(await phone()).toMatchObject({ number: other, state: 'proven', new_number: null });
    const before = await stored();
    await texts('of a number that is not theirs any more');
    expect(await stored()).toBe(before);
    await proven(at.ada);
    expect(await phone()).toMatchObject({ number: NUMBER, state: 'proven', new_number: null });
  });

  it('is not asked twice for a message of which nobody knows whether it left', async () => {
    twilio.hangsUp = true;
    await toUser('cut off');
    const cut = await messageOf(at, at.ada, ({ preview, state }) => preview === 'cut off' && state === 'failed');
    expect(cut.why).toMatch(/not known whether/);
    twilio.hangsUp = false;
    const { attempts } = twilio;
    // The second one was put off before, or could not be noted after it had left.
    for (const [body, why] of [
      ['perhaps', null],
      ['perhaps again', 'busy'],
    ])
      await at.sql.query(
        `insert into channels.messages
           (id, user_id, channel, direction, state, why, peer, body, event_id, attempts, pieces_begun, next_at)
         values (gen_random_uuid(), $1, 'sms', 'out', 'queued', $4, $2, $3, gen_random_uuid(), 1, 1, now())`,
        [at.ada.userId, NUMBER, body, why],
      );
    await toUser('wakes the process');
    for (const body of ['perhaps', 'perhaps again']) {
      const unknown = await messageOf(at, at.ada, ({ preview, state }) => preview === body && state === 'failed');
      expect(unknown.why).toMatch(/not known whether/);
    }
    await messageOf(at, at.ada, ({ preview, state }) => preview === 'wakes the process' && state === 'sent');
    expect(twilio.attempts).toBe(attempts + 1);
  });

  it('is asked only for what can be noted before, and once for what cannot be noted after', async () => {
    await at.sql.query(`
      create function channels.refuse_notes() returns trigger language plpgsql as $$ begin
        if new.body = 'not noted' and new.state = 'sent' then raise exception 'away'; end if;
        if new.body = 'of another' and new.pieces_begun > old.pieces_begun then return null; end if;
        return new;
      end $$;
      create trigger refuse_notes before update on channels.messages for each row execute function channels.refuse_notes()`);
    try {
      await toUser('of another');
      await toUser('not noted');
      const failed = await messageOf(at, at.ada, ({ preview, state }) => preview === 'not noted' && state === 'failed');
      expect(failed.why).toMatch(/not known whether/);
      const again = `select 1 from channels.messages where body = 'of another' and attempts > 1`;
      await eventually(async () => (await at.sql.query(again)).rowCount === 1);
      // One of the test before may still arrive.
      const taken = twilio.taken.filter(({ body }) => ['of another', 'not noted'].includes(body));
      expect(taken.map(({ body }) => body)).toEqual(['not noted']);
    } finally {
      await at.sql.query('drop function channels.refuse_notes() cascade');
    }
    await messageOf(at, at.ada, ({ preview, state }) => preview === 'of another' && state === 'sent');
  });

  it('a number that somebody else proves is theirs', async () => {
    await at.sql.query('delete from channels.phones where user_id = $1', [at.bob.userId]);
    await at.platform.platform.cache.delete(`phone-code:${at.bob.userId}`);
    await at.platform.platform.cache.delete(`phone-code-to:${NUMBER}`);
    await proven(at.bob);
    expect((await at.json(at.ada, '/api/channels')).phone.state).toBe('none');
    await texts('now of Bob');
    await messageOf(at, at.bob, ({ preview }) => preview === 'now of Bob');
  });
});
