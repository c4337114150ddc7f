import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { type ChatProcess, startChatProcess } from './chat-process.js';

let platform: TestPlatform;
let computer: TestComputer;
let provider: FakeProvider;
let chat: ChatProcess;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-heap-'));
  [platform, computer, provider] = await Promise.all([testPlatform(), startTestComputer(), startFakeProvider()]);
  chat = await startChatProcess({
    platform,
    computer,
    userId: crypto.randomUUID(),
    nodeOptions: ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`],
  });
});
afterAll(async () => {
  chat.child.kill('SIGKILL');
  await once(chat.child, 'exit');
  await provider.stop();
  await computer.stop();
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a heap snapshot of the service after a garbage collection. */
async function heap(): Promise<Buffer> {
  chat.child.kill('SIGUSR2');
  const file = join(
    folder,
    (await eventually(() => readdirSync(folder).find((name) => name.endsWith('.heapsnapshot'))))!,
  );
  const text = await eventually(() => {
    const read = readFileSync(file);
    return isWhole(read) && read;
  });
  rmSync(file);
  return text as Buffer;
}

/** The file exists before it is complete, and a string in it may look like its end; only a full parse tells. */
function isWhole(snapshot: Buffer): boolean {
  try {
    JSON.parse(snapshot.toString());
    return true;
  } catch {
    return false;
  }
}

const newKey = () => `sk-${randomBytes(16).toString('hex')}`;

async function use(id: string): Promise<void> {
  provider.script((answer) => {
    answer.text('ok');
    answer.end();
  });
  expect((await chat.me.ask('hello', { model: `${id}:big` })).end.status).toBe('complete');
}

describe('API keys in the memory of the service', () => {
  it('S11 keys that were replaced, removed or only tested leave memory; the current key is in use', async () => {
    const [tried, removed, replaced, current] = [newKey(), newKey(), newKey(), newKey()];
    const add = (api_key: string) =>
      chat.me.json<{ id: string }>('/api/models/providers', {
        json: { kind: 'openai-compatible', base_url: provider.url, api_key, models: ['big'] },
      });
    const [leaving, staying] = [await add(removed), await add(replaced)];
    await use(leaving.id);
    await use(staying.id);
    provider.script((answer) => {
      answer.text('ready');
      answer.end();
    });
    await chat.me.json('/api/models/providers/test', {
      json: { kind: 'openai-compatible', base_url: provider.url, api_key: tried, model: 'big' },
    });
    const before = await heap();
    expect([removed, replaced].map((key) => before.includes(key))).toEqual([true, true]);

    await chat.me.fetch(`/api/models/providers/${leaving.id}`, { method: 'DELETE' });
    await chat.me.json(`/api/models/providers/${staying.id}`, { method: 'PATCH', json: { api_key: current } });
    await use(staying.id);
    const after = await heap();
    expect({
      tried: after.includes(tried),
      removed: after.includes(removed),
      replaced: after.includes(replaced),
      current: after.includes(current),
    }).toEqual({ tried: false, removed: false, replaced: false, current: true });
  });
});
