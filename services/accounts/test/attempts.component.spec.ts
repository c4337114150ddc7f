/** S9: limits on password guessing affect only the guessing client. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../src/service.js';
import { delayAfter } from '../src/sign-up/attempts.js';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery staple';
let test: TestPlatform;
let service: TestService;

const signIn = (address: string, password: string, email = EMAIL) =>
  fetch(`${service.url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': address },
    body: JSON.stringify({ email, password }),
  });
/** Sends all guesses at once, as an attacker would, and counts their statuses; the delays pass side by side. */
const guesses = async (count: number, guess: (n: number) => { address: string; email?: string }) => {
  const counts = new Map<number, number>();
  const send = async (n: number) => {
    const { address, email } = guess(n);
    const { status } = await signIn(address, `guess ${n}`, email);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: count }, (_, n) => send(n)));
  return Object.fromEntries(counts);
};

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
  const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8').trim();
  const claimed = await fetch(`${service.url}/api/auth/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: EMAIL, password: PASSWORD, full_name: 'Ada', handle: 'ada' }),
  });
  expect(claimed.status).toBe(201);
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

describe('wrong passwords', () => {
  it('S9 a hundred from one address block that address and no other', async () => {
    const answers = await guesses(100, () => ({ address: '203.0.113.7' }));
    expect(answers).toEqual({ 401: 10, 429: 90 });
    expect((await signIn('203.0.113.7', PASSWORD)).status).toBe(429);
    expect((await signIn('198.51.100.9', PASSWORD)).status).toBe(200);
  });

  it('S9 from many addresses slow sign-in down and lock nobody out', async () => {
    expect(await guesses(60, (n) => ({ address: `203.0.113.${100 + n}` }))).toEqual({ 401: 60 });
    expect((await signIn('198.51.100.10', PASSWORD)).status).toBe(200);
    expect([20, 40, 10_000].map(delayAfter)).toEqual([0, 500, 1_500]);
  });

  it('S9 for many accounts from one address are refused eventually', async () => {
    const answers = await guesses(70, (n) => ({ address: '203.0.113.8', email: `nobody-${n}@example.com` }));
    expect(answers).toEqual({ 401: 60, 429: 10 });
  });
});
