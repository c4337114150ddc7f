import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  hostComputers,
  startTestComputer,
  startTestService,
  type TestComputer,
  type TestFetch,
  testPlatform,
  type TestPlatform,
  type TestService,
} from '@zo/testing';
import { uploads } from '../src/service.js';

const ADA = crypto.randomUUID();
let test: TestPlatform;
let service: TestService;
let computer: TestComputer;
let ada: TestFetch;

beforeAll(async () => {
  test = await testPlatform();
  computer = await startTestComputer();
  hostComputers(test.platform, new Map([[ADA, computer]]));
  service = await startTestService(uploads, test.platform);
  ada = service.as(ADA);
});

afterAll(async () => {
  await service.stop();
  await computer.stop();
  await test.close();
});

const onDisk = (...path: string[]) => join(computer.home, 'workspace', ...path);
const post = (path: string, json: unknown) => ada(`/api/file-uploads/${path}`, { json });
const outcome = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

function form(fields: Record<string, string>, content: Buffer, name: string): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.append(key, value);
  data.append('file', new Blob([new Uint8Array(content)]), name);
  return data;
}
const single = (data: FormData) => ada('/api/file-uploads/single', { method: 'POST', body: data });

/** Starts an upload whose only chunk has arrived. */
async function sentInParts(bytes: Buffer, fileName: string) {
  const upload = { pathParts: ['Up'], fileName, totalBytes: bytes.length };
  const begun = (await (await post('init', upload)).json()) as { uploadId: string; chunkSizeBytes: number };
  const headers = {
    'upload-id': begun.uploadId,
    'chunk-index': '0',
    'chunk-size': String(bytes.length),
    'chunk-offset': '0',
    'total-bytes': String(bytes.length),
    'content-type': 'application/octet-stream',
  };
  await ada('/api/file-uploads/chunk', { method: 'PUT', headers, body: new Uint8Array(bytes) });
  const { uploadId, chunkSizeBytes } = begun;
  return { uploadId, complete: (clash: string) => post('complete', { ...upload, uploadId, chunkSizeBytes, clash }) };
}

describe('a taken name', () => {
  it.each([
    ['1 byte', 1],
    ['100 KB', 100_000],
    ['10 MB', 10_000_000],
    ['1 GB', 2 ** 30],
  ])('UP-07 a file of %s is kept beside the upload, in one request or in chunks', async (label, size) => {
    const name = `${label}.bin`;
    mkdirSync(onDisk('Up'), { recursive: true });
    writeFileSync(onDisk('Up', name), '');
    truncateSync(onDisk('Up', name), size);

    const whole = await single(form({ pathParts: '["Up"]' }, Buffer.from('sent whole'), name));
    expect([whole.status, await whole.json()]).toEqual([201, { finalPath: `Up/${label} (2).bin` }]);
    expect(
      await outcome(await single(form({ pathParts: '["Up"]', clash: 'refuse' }, Buffer.from('no'), name))),
    ).toEqual([409, 'uploads.name_taken']);

    const { complete } = await sentInParts(Buffer.from('sent in parts'), name);
    expect(await outcome(await complete('refuse'))).toEqual([409, 'uploads.name_taken']);
    expect(await (await complete('keep-both')).json()).toEqual({ finalPath: `Up/${label} (3).bin` });

    expect(statSync(onDisk('Up', name)).size).toBe(size);
    expect(readFileSync(onDisk('Up', `${label} (2).bin`), 'utf8')).toBe('sent whole');
    expect(readFileSync(onDisk('Up', `${label} (3).bin`), 'utf8')).toBe('sent in parts');
  });

  it('UP-07 a folder, a pipe or a link out of the home is kept as well', async () => {
    mkdirSync(onDisk('Kept', 'folder'), { recursive: true });
    execFileSync('mkfifo', [onDisk('Kept', 'pipe')]);
    symlinkSync('/etc/hostname', onDisk('Kept', 'link'));
    for (const name of ['folder', 'pipe', 'link']) {
      const answer = await single(form({ pathParts: '["Kept"]' }, Buffer.from(name), name));
      expect([answer.status, await answer.json()]).toEqual([201, { finalPath: `Kept/${name} (2)` }]);
    }
  });

  it('a folder behind a link out of the home does not count as a taken name', async () => {
    symlinkSync('/tmp', onDisk('Kept', 'out'));
    expect(await outcome(await single(form({ pathParts: '["Kept","out"]' }, Buffer.from('x'), 'a.txt')))).toEqual([
      403,
      'uploads.link_outside',
    ]);
  });

  it('UP-06 staged bytes of another size are reported as such, not as a taken name', async () => {
    const { uploadId, complete } = await sentInParts(Buffer.alloc(20), 'staged.bin');
    truncateSync(join(computer.home, '.computer', 'uploads', uploadId), 7);
    expect(await outcome(await complete('keep-both'))).toEqual([409, 'uploads.size_differs']);
  });
});
