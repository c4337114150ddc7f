/** FT-03: a listing waits for its reader; only a computer that is silent ends it. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  hostComputers,
  startTestComputer,
  startTestService,
  type TestComputer,
  testPlatform,
  type TestPlatform,
  type TestService,
} from '@zo/testing';
import { files } from '../src/service.js';

const ADA = crypto.randomUUID();
/** More than all buffers between the agent and the reader hold. */
const COUNT = 60_000;
const SUFFIX = 'n'.repeat(240);
const ANSWER_MS = 2_000;
/** Longer than a computer may be silent. */
const SLOW_MS = 2 * ANSWER_MS;

let test: TestPlatform;
let service: TestService;
let computer: TestComputer;

beforeAll(async () => {
  test = await testPlatform({ ZO_COMPUTER_ANSWER_MS: String(ANSWER_MS) });
  computer = await startTestComputer();
  hostComputers(test.platform, new Map([[ADA, computer]]));
  service = await startTestService(files, test.platform);
  const folder = join(computer.home, 'workspace', 'Large');
  mkdirSync(folder);
  for (let index = 0; index < COUNT; index++) closeSync(openSync(join(folder, `${index} ${SUFFIX}`), 'w'));
});
afterAll(async () => {
  await service.stop();
  await computer.stop();
  await test.close();
});

it('FT-03 a reader that is slow but steady gets the whole folder', async () => {
  const headers = { authorization: `Bearer ${await service.token(ADA)}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${service.url}/api/files/list?path=%5B%22Large%22%5D`, { headers }, resolve).on('error', reject),
  );
  expect(answer.statusCode).toBe(200);
  const began = performance.now();
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk as string;
    // The connection is read no further meanwhile, and the listing has to wait.
    if (performance.now() - began < SLOW_MS) await pause(10);
  }
  const names = text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (JSON.parse(line) as { names: string[] }).names);
  expect(new Set(names).size).toBe(COUNT);
});
