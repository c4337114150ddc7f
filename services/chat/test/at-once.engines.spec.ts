import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, startTestComputer, type TestComputer, testPlatform, type TestPlatform } from '@zo/testing';
import { type Redis, startRedis } from '../../../infra/testing/engines/redis.js';
import { type Answer, type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { type ChatProcess, startChatProcess } from './chat-process.js';

const AT_ONCE = 3;
const SENT = 8;

let redis: Redis;
let platform: TestPlatform;
let computer: TestComputer;
let provider: FakeProvider;
let chats: ChatProcess[];
/** Requests the provider has received, by the text of the user's message. */
const asked = new Map<string, Answer>();

beforeAll(async () => {
  redis = await startRedis();
  platform = await testPlatform();
  computer = await startTestComputer();
  provider = await startFakeProvider();
  provider.script((answer, { messages }) => {
    const words = messages.map(({ content }) => JSON.stringify(content)).join(' ');
    const text = /question \d+/.exec(words)?.[0];
    // A connection test or a title request.
    if (text === undefined) return answer.end();
    asked.set(text, answer);
  });
  const userId = crypto.randomUUID();
  const environment = { REDIS_URL: redis.url, ZO_RUNS_AT_ONCE: String(AT_ONCE), ZO_MODEL_IDLE_MS: '600000' };
  chats = await Promise.all([1, 2].map(() => startChatProcess({ platform, computer, userId, environment })));
  await chats[0]!.me.useProvider(provider.url);
});
afterAll(async () => {
  for (const { child } of chats ?? []) child.kill('SIGKILL');
  await provider?.stop();
  await computer?.stop();
  await platform?.close();
  await redis?.stop();
});

it('S12 the limit of concurrent runs holds over all processes, and waiting runs follow in order', async () => {
  const order: string[] = [];
  for (let n = 1; n <= SENT; n++) {
    await chats[n % 2]!.me.send(`question ${n}`);
    order.push(`question ${n}`);
  }
  for (let ended = 0; ended < SENT; ended++) {
    const expected = order.slice(0, ended + AT_ONCE).toSorted();
    await eventually(() => asked.size >= expected.length);
    expect([...asked.keys()].toSorted()).toEqual(expected);
    const answer = asked.get(order[ended]!)!;
    answer.text('done');
    answer.end();
  }
});
