import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../src/service.js';

const PASSWORD = 'correct horse';
const TAKEN = 'owner@example.com';
let test: TestPlatform;
let service: TestService;
let owner: string;

const post = (path: string, body: unknown) =>
  fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
const answerTo = async (path: string, body: unknown) => {
  const answer = await post(path, body);
  const { code, detail } = (await answer.json()) as { code: string; detail: string };
  return { status: answer.status, code, detail };
};

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
  const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
  const claimed = (await (await post('/auth/claim', { email: TAKEN, password: PASSWORD, token })).json()) as {
    claims: { id: string };
  };
  owner = claimed.claims.id;
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

it('S4 without a valid invitation, sign-up does not tell which e-mails have an account', async () => {
  const setMode = (mode: string) =>
    service.as(owner, { owner: true })('/api/admin/sign-up', { method: 'PUT', json: { mode } });
  for (const mode of ['invitation', 'closed'])
    for (const invitation of [undefined, 'nobody-gave-this']) {
      expect((await setMode(mode)).status).toBe(200);
      const [taken, free] = await Promise.all(
        [TAKEN, 'nobody@example.com'].map((email) =>
          answerTo('/auth/sign-up', { email, password: PASSWORD, invitation }),
        ),
      );
      expect(taken!.status).toBe(403);
      expect(taken).toEqual(free);
    }
});

it('S4 sign-in does not tell which e-mails have an account', async () => {
  const [taken, free] = await Promise.all(
    [TAKEN, 'nobody@example.com'].map((email) => answerTo('/auth/sign-in', { email, password: 'wrong password' })),
  );
  expect(taken!.status).toBe(401);
  expect(taken).toEqual(free);
});
