/** Devices that are told of news, over the protocols of push services. */
import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { FakeBrowser, type FakePush, startFakePush } from '../../../infra/testing/product/fake-push.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
let push: FakePush;
const phone = new FakeBrowser('https://push.example/phone');
const laptop = new FakeBrowser('https://push.example/laptop');
const conversationId = crypto.randomUUID();
const news = (status: string) => ({
  userId: at.ada.userId,
  runId: crypto.randomUUID(),
  conversationId,
  status,
  title: 'The trip to Kyoto',
});

beforeAll(async () => {
  push = await startFakePush();
  at = await startHarness({ ZO_PUSH_RELAY: push.url, ZO_SMTP_PORT: '0', ZO_PUBLIC_URL: 'https://zo.example' });
});
afterAll(async () => {
  await at?.stop();
  await push?.stop();
});
beforeEach(() => {
  push.requests.length = 0;
  push.status = 201;
});

const add = (browser: FakeBrowser, name: string, who = at.ada) =>
  at.json(who, '/api/channels/devices', { subscription: browser.subscription, name });
const devices = async () => (await at.json(at.ada, '/api/channels/devices')).devices as { id: string; name: string }[];

describe('devices', () => {
  it('AP-02 are added once, each by its own name, and only for their user', async () => {
    const { public_key } = await add(phone, 'Chrome on Android');
    expect(Buffer.from(public_key, 'base64url')).toHaveLength(65);
    await add(phone, 'Chrome on a phone');
    await add(laptop, 'Firefox on Linux');
    expect((await devices()).map(({ name }) => name)).toEqual(['Chrome on a phone', 'Firefox on Linux']);
    expect((await at.json(at.bob, '/api/channels/devices')).devices).toEqual([]);
    const { id } = (await devices())[0]!;
    await expect(at.json(at.bob, `/api/channels/devices/${id}`, undefined, 'DELETE')).rejects.toThrow(/^404/);
    await expect(at.json(at.bob, `/api/channels/devices/${id}/test`, {})).rejects.toThrow(/^404/);
  });

  it.each([
    ['an address that is none', { endpoint: 'push', keys: phone.subscription.keys }],
    ['a file', { endpoint: 'file:///etc/passwd', keys: phone.subscription.keys }],
    [
      'a key that is no point of the curve',
      { ...phone.subscription, keys: { ...phone.subscription.keys, p256dh: 'A'.repeat(87) } },
    ],
    ['a short key', { ...phone.subscription, keys: { ...phone.subscription.keys, auth: 'short' } }],
  ])('%s is refused', async (_what, subscription) => {
    await expect(at.json(at.ada, '/api/channels/devices', { subscription, name: 'x' })).rejects.toThrow(/^400/);
  });

  it('are told the name of the chat and nothing of what is in it, signed and encrypted', async () => {
    await at.fromChat('run.notice', news('waiting'));
    const told = await eventually(() => push.requests.length === 2 && [...push.requests]);
    const { path, headers } = told.find((request) => request.path === '/push.example/phone')!;
    expect(phone.read(told.find((request) => request.path === path)!)).toEqual({
      title: 'The trip to Kyoto',
      text: 'Zo waits for your answer.',
      url: `/f?chat=${conversationId}`,
      tag: expect.any(String),
    });
    expect(() => laptop.read(told.find((request) => request.path === path)!)).toThrow();
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!;
    expect(claimsOf(token!, key!)).toMatchObject({ aud: 'https://push.example', sub: 'https://zo.example' });
    expect((await at.json(at.ada, '/api/channels/devices')).public_key).toBe(key);
  });

  it('that nobody has any more are forgotten; those that cannot be reached now are kept', async () => {
    push.status = 503;
    await at.fromChat('run.notice', news('complete'));
    await eventually(() => push.requests.length === 2);
    expect(await devices()).toHaveLength(2);
    push.status = 410;
    await at.fromChat('run.notice', news('failed'));
    await eventually(async () => (await devices()).length === 0);
  });

  it('a test shows a notification, or says that there is none', async () => {
    const added = (await add(phone, 'Chrome on Android')).devices as { id: string }[];
    const address = `/api/channels/devices/${added[0]!.id}/test`;
    await at.json(at.ada, address, {});
    expect(phone.read(push.requests[0]!)).toMatchObject({ title: 'This device is told' });
    push.status = 500;
    await expect(at.json(at.ada, address, {})).rejects.toThrow(/^422.*cannot be reached/);
    await at.json(at.ada, `/api/channels/devices/${added[0]!.id}`, undefined, 'DELETE');
    expect(await devices()).toEqual([]);
  });

  it('has a limit', async () => {
    for (let n = 0; n < 20; n++) await add(new FakeBrowser(`https://push.example/${n}`), `browser ${n}`);
    await expect(add(phone, 'one more')).rejects.toThrow(/^409.*20 devices/);
    expect(await devices()).toHaveLength(20);
  });
});

/** @throws unless the token was signed with this key */
function claimsOf(token: string, key: string): Record<string, unknown> {
  const [head, body, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${body}`);
  const given = Buffer.from(signature, 'base64url');
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given)).toBe(true);
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
}
