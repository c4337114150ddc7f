/**
 * PC-03: whatever a computer responds, its user gets an error, memory stays bounded, and other users are served
 * meanwhile.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  runAgainst,
  BYTES,
  CALLS,
  eventually,
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
const MB = 1024 ** 2;
const MAX_BUFFERED_MB = 32;
const place = { root: 'w', path: ['a'] };

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
    name: 'files',
    computers: [
      [MALLORY, hostile],
      [BOB, good],
    ],
  });
  await warmUp({ hostile, usage: service.usage, requests: { ...OVER_RPC, ...OVER_HTTP1 }, other });
});
afterAll(async () => {
  await service.stop();
  await hostile.stop();
  await good.stop();
  await test.close();
});

const ask = (path: string, json?: unknown) => async () => {
  const answer = await service.as(MALLORY)(`/api/${path}`, { ...(json !== undefined && { json }) });
  // A body that breaks off counts as an error that came too late for a status.
  const text = await answer.text().catch(() => undefined);
  return text === undefined ? 'cut off' : answer.status;
};

const OVER_RPC = {
  list: ask('files/list?root=w'),
  'open a folder': ask('read-fs', { root: 'w', slug: [] }),
  'open a file': ask('read-fs', { root: 'w', slug: ['a.txt'] }),
  'search for names': ask('files/search?q=a&kind=name'),
  'search in content': ask('files/search?q=a&kind=content'),
  'search everything': ask('files/search/everything?q=a'),
  'find every place of a text': ask('files/search/hits', { q: 'a' }),
  replace: ask('files/replace', {
    files: [{ ...place, hash: 'a'.repeat(64), edits: [{ offset: 0, found: 'a', replacement: 'b' }] }],
  }),
  'measure a folder': ask('files/size', { items: [place] }),
  write: ask('files/write', { ...place, content: 'x', base: { any: true } }),
  create: ask('files/create', { ...place, type: 'folder' }),
  rename: ask('files/rename', { ...place, name: 'b' }),
  'list versions': ask('files/versions?root=w&path=["a"]'),
  'count lines of versions': ask('files/versions/lines', { ...place, pairs: [{ before: 0, after: 1 }] }),
  'list deleted files': ask('files/deleted?root=w'),
  'settings of the history': ask('files/versions/settings'),
  'restore a version': ask('files/versions/restore', { ...place, version: 1 }),
  'moments of a folder': ask('files/versions/folder?root=w'),
  'a folder at a moment': ask('files/versions/folder/files?root=w&moment=1'),
  'restore a folder': ask('files/versions/folder/restore', { root: 'w', path: [], moment: 1 }),
  'undo restoring a folder': ask('files/versions/folder/undo', { undo: crypto.randomUUID() }),
  'list an archive': ask('files/archive/list', place),
  'extract an archive': ask('files/archive/extract', place),
  'move to the trash': ask('files/trash', { items: [place] }),
  'empty the trash': ask('files/empty-trash', {}),
  copy: ask('files/copy', { items: [place], target: { root: 'w', path: ['b'] } }),
};
const OVER_HTTP1 = {
  download: ask('file/w/v.txt'),
  'download a version': ask('file/w/v.txt?version=1'),
  'look at an image': ask('file/w/v.png'),
};

const REFUSALS = [502, 503];
const other = async () => expect((await service.as(BOB)('/api/files/list?root=w')).status).toBe(200);

describe('a computer with a hostile agent', () => {
  it.each(CALLS)('PC-03 %s: every call ends within limits, and other users are served', async (behaviour) => {
    const statuses = await runAgainst({ hostile, usage: service.usage, behaviour, requests: OVER_RPC, other });
    const refusals = isLate(behaviour) ? [200, ...REFUSALS] : REFUSALS;
    for (const [name, status] of Object.entries(statuses)) {
      // A listing is streamed: an error after its first message can only cut it off.
      const allowed = name === 'list' ? ['cut off', ...refusals] : refusals;
      expect({ name, status: allowed }).toEqual({ name, status: expect.arrayContaining([status]) });
    }
  });

  it.each(BYTES)('PC-03 %s: a download ends within limits, and other users are served', async (behaviour) => {
    const statuses = await runAgainst({ hostile, usage: service.usage, behaviour, requests: OVER_HTTP1, other });
    // Valid headers with an invalid body: cut off, or empty if no length was given.
    const allowed = [200, 'cut off', ...REFUSALS];
    for (const [name, status] of Object.entries(statuses))
      expect({ name, status: allowed }).toEqual({ name, status: expect.arrayContaining([status]) });
  });

  it('PC-03 an endless zip is forwarded no faster than it is read', async () => {
    await hostile.setBehaviour('bytes: endless, in chunks');
    const hangUp = new AbortController();
    const answer = await service.as(MALLORY)('/api/file?download=1&paths=a,b', { signal: hangUp.signal });
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    await reader.read();
    // The number of bytes read settles once every buffer on the way is full.
    let before = -1;
    const taken = await eventually(async () => {
      const now = await hostile.sent();
      const settled = now === before;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return settled && now;
    });
    expect(taken / MB).toBeLessThan(MAX_BUFFERED_MB);
    hangUp.abort();
    await other();
  });
});
