import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startTestService, testPlatform, type TestPlatform } from '@zo/testing';
import { accounts } from '../src/service.js';

const TOKEN = 'given-to-every-process-of-it';
let test: TestPlatform;
beforeAll(async () => {
  process.env['ZO_CLAIM_TOKEN'] = TOKEN;
  test = await testPlatform();
});
afterAll(async () => {
  delete process.env['ZO_CLAIM_TOKEN'];
  await test.close();
});

it('AU-02 a configured token creates one owner through any process and is never written to disk', async () => {
  const claims: [string, string][] = [
    ['another-one-of-some-length', 'eve@example.com'],
    [TOKEN, 'ada@example.com'],
    [TOKEN, 'bob@example.com'],
  ];
  const answers: unknown[] = [];
  for (const [token, email] of claims) {
    const { url, stop } = await startTestService(accounts, test.platform);
    const answer = await fetch(`${url}/api/auth/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, email, password: 'correct horse', handle: email.split('@')[0] }),
    });
    answers.push([answer.status, ((await answer.json()) as { code?: string }).code]);
    await stop();
  }
  expect(answers).toEqual([
    [403, 'accounts.claim_token_wrong'],
    [201, undefined],
    [409, 'accounts.already_claimed'],
  ]);
  expect(existsSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'))).toBe(false);
});
