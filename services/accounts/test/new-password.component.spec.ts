/** A person who forgot the password sets a new one by a link of the operator. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewPasswordService } from '../src/new-password/new-password.service.js';
import { accounts } from '../src/service.js';

const OLD = 'correct horse';
const NEW = 'battery staple';
let test: TestPlatform;
let service: TestService;
let id: string;

/** Posts from a new address each time, so that the limits of one client do not add up over the tests. */
const post = (path: string, body: unknown, address: string = crypto.randomUUID()) =>
  fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': address },
    body: JSON.stringify(body),
  });
const signIn = async (password: string) => (await post('/auth/sign-in', { email: 'ada@example.com', password })).status;
const set = (code: string, password = NEW) => post('/auth/new-password', { code, password });
const makeLink = async () => {
  const made = { handle: 'ada', who: 'operator', why: 'forgotten' };
  const { url } = await service.service.app.get(NewPasswordService).makeLink(made);
  return url.split('#')[1]!;
};
const query = <T>(sql: string): Promise<T> =>
  service.service.app.get(Database).tx(systemCtx(id), ({ tx }) => tx.query(sql)) as Promise<T>;

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
  const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
  const claimed = await post('/auth/claim', { token, email: 'ada@example.com', password: OLD, handle: 'ada' });
  id = ((await claimed.json()) as { claims: { id: string } }).claims.id;
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

it('AU-02 a link sets a new password once, signs in, and ends every other session', async () => {
  await signIn(OLD);
  const code = await makeLink();
  const answers = await Promise.all([set(code), set(code)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const [right, wrong] = answers.toSorted((a, b) => a.status - b.status) as [Response, Response];
  expect(right.headers.get('set-cookie')).toMatch(/sid=[^;]+; .*HttpOnly/i);
  expect(((await right.json()) as { handle: string }).handle).toBe('ada');
  expect(await wrong.json()).toMatchObject({
    code: 'accounts.password_link_bad',
    detail: 'This link was used or has ended. Ask whoever runs this Zo for a new one.',
  });
  expect(await query('select count(*)::int from sessions')).toEqual([{ count: 1 }]);
  expect([await signIn(OLD), await signIn(NEW)]).toEqual([401, 200]);
  const entries = await query<{ action: string; details: object }[]>('select action, details from audit.entry');
  const changed = entries.filter(({ action }) => action === 'password.changed');
  expect(changed.map(({ details }) => details)).toEqual([{ sessions_ended: 2, by: 'link' }]);
});

it('AU-02 a used link takes the others of the person with it; expired and invented ones change nothing', async () => {
  const [first, second] = [await makeLink(), await makeLink()];
  expect((await set(first)).status).toBe(200);
  expect((await set(second, OLD)).status).toBe(403);
  const expired = await makeLink();
  await query(`update password_links set expires_at = now() - interval '1 second'`);
  expect((await set(expired, OLD)).status).toBe(403);
  expect((await set('x'.repeat(32), OLD)).status).toBe(403);
  expect([await signIn(OLD), await signIn(NEW)]).toEqual([401, 200]);
});

it('S13 a password that is too short leaves the link as it was', async () => {
  const code = await makeLink();
  expect((await set(code, 'short')).status).toBe(400);
  expect((await set(code)).status).toBe(200);
});

it('S4 one client cannot guess: after ten attempts in a minute it is refused', async () => {
  const guess = (n: number) => post('/auth/new-password', { code: `guess-${n}`, password: NEW }, '192.0.2.7');
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await guess(n)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
});
