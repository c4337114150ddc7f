/** PC-03: uploads to a computer with a hostile agent end within limits, and other users are served meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  runAgainst,
  BYTES,
  CALLS,
  HostileAgent,
  isLate,
  startTestComputer,
  type ServiceProcess,
  startServiceProcess,
  type TestComputer,
  testPlatform,
  type TestPlatform,
  warmUp,
} from '@zo/testing';

const MALLORY = crypto.randomUUID();
const BOB = crypto.randomUUID();
const CHUNK = 8 * 1024 * 1024;
let test: TestPlatform;
let service: ServiceProcess;
let hostile: HostileAgent;
let good: TestComputer;

beforeAll(async () => {
  test = await testPlatform({ ZO_COMPUTER_ANSWER_MS: '1500', ZO_COMPUTER_LONG_ANSWER_MS: '6000' });
  hostile = await HostileAgent.start();
  good = await startTestComputer();
  service = await startServiceProcess(test, {
    module: new URL('../src/service.ts', import.meta.url).href,
    name: 'uploads',
    computers: [
      [MALLORY, hostile],
      [BOB, good],
    ],
  });
  const requests = {
    'a small file': () => single(MALLORY),
    'a part': async () => chunk(((await (await begin(MALLORY)).json()) as { uploadId: string }).uploadId),
  };
  await warmUp({ hostile, usage: service.usage, requests, other });
});
afterAll(async () => {
  await service.stop();
  await hostile.stop();
  await good.stop();
  await test.close();
});

const begin = (person: string) =>
  service.as(person)('/api/file-uploads/init', { json: { pathParts: ['Up'], fileName: 'a.bin', totalBytes: CHUNK } });

async function single(person: string): Promise<number> {
  const form = new FormData();
  form.set('pathParts', '["Up"]');
  form.set('file', new File([new Uint8Array(1_000)], `${crypto.randomUUID()}.txt`));
  return (await service.as(person)('/api/file-uploads/single', { method: 'POST', body: form })).status;
}

async function chunk(uploadId: string): Promise<number | string> {
  const headers = {
    'upload-id': uploadId,
    'chunk-index': '0',
    'chunk-offset': '0',
    'chunk-size': String(CHUNK),
    'total-bytes': String(CHUNK),
  };
  // A response may arrive before the body is sent; the sender then finds the connection closed.
  return service
    .as(MALLORY)('/api/file-uploads/chunk', { method: 'PUT', headers, body: new Uint8Array(CHUNK) })
    .then(
      ({ status }) => status,
      () => 'cut off',
    );
}

const other = async () => expect(await single(BOB)).toBe(201);

describe('a computer with a hostile agent', () => {
  it.each(CALLS)('PC-03 %s: uploads end within limits, and other users are served', async (behaviour) => {
    const requests = {
      begin: async () => (await begin(MALLORY)).status,
      'a small file': () => single(MALLORY),
    };
    const statuses = await runAgainst({ hostile, usage: service.usage, behaviour, requests, other });
    const allowed = isLate(behaviour) ? [200, 201, 502, 503] : [502, 503];
    for (const [name, status] of Object.entries(statuses))
      expect({ name, status: allowed }).toEqual({ name, status: expect.arrayContaining([status]) });
  });

  it.each(BYTES)('PC-03 %s: a chunk ends within limits, and other users are served', async (behaviour) => {
    await hostile.setBehaviour('good');
    const { uploadId } = (await (await begin(MALLORY)).json()) as { uploadId: string };
    const requests = { 'one part': () => chunk(uploadId), 'the same again': () => chunk(uploadId) };
    const statuses = await runAgainst({ hostile, usage: service.usage, behaviour, requests, other });
    for (const status of Object.values(statuses)) expect([404, 502, 503, 'cut off']).toContain(status);
  });
});
