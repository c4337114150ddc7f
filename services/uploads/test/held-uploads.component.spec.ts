/** On one machine: the service writes chunks into the file that the agent holds open. */
import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import {
  ADA,
  begin,
  CHUNK,
  chunk,
  complete,
  computer,
  onDisk,
  outcome,
  post,
  service,
  sha,
  useUploads,
} from './uploads-setup.js';

useUploads({ isHere: true });

/** Bytes that the agent has read from anywhere, sockets included. */
const readByAgent = () => Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${computer.process.pid}/io`, 'utf8'))![1]);

describe('uploads on one machine', () => {
  it('UP-03 UP-04 chunks in any order give the file, and do not pass through the agent', async () => {
    const upload = await begin(randomBytes(3 * CHUNK + 123_456));
    const before = readByAgent();
    const answers = await Promise.all([2, 0, 1].map((index) => chunk(upload, index)));
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(answers.map(() => ({ received: CHUNK })));
    expect(readByAgent() - before).toBeLessThan(CHUNK / 8);
    // The last is sent: it is small.
    expect((await chunk(upload, 3)).status).toBe(200);
    const { finalPath } = (await (await complete(upload)).json()) as { finalPath: string };
    expect(sha(readFileSync(onDisk(...finalPath.split('/'))))).toBe(sha(upload.bytes));
  });

  it('UP-06 a chunk that is sent again is compared, and changes nothing', async () => {
    const upload = await begin(randomBytes(2 * CHUNK));
    const both = await Promise.all([chunk(upload, 0), chunk(upload, 0)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const other = randomBytes(CHUNK);
    expect(await outcome(await chunk(upload, 0, { body: other }))).toEqual([409, 'uploads.differs']);
    expect((await chunk(upload, 1)).status).toBe(200);
    await complete(upload);
    expect(sha(readFileSync(onDisk('Up', upload.name)))).toBe(sha(upload.bytes));
  });

  it('UP-06 a chunk that ends early is not acknowledged and can be sent again', async () => {
    const upload = await begin(randomBytes(CHUNK));
    const authorization = `Bearer ${await service.token(ADA)}`;
    await new Promise<void>((cut) => {
      const headers = {
        authorization,
        'upload-id': upload.id,
        'chunk-index': 0,
        'chunk-size': CHUNK,
        'chunk-offset': 0,
        'total-bytes': CHUNK,
        'content-length': CHUNK,
      };
      const outgoing = request(`${service.url}/api/file-uploads/chunk`, { method: 'PUT', headers });
      outgoing.on('error', () => cut());
      outgoing.write(randomBytes(CHUNK / 2), () => outgoing.destroy());
    });
    expect(await outcome(await complete(upload))).toEqual([409, 'uploads.incomplete']);
    expect((await chunk(upload, 0)).status).toBe(200);
    await complete(upload);
    expect(sha(readFileSync(onDisk('Up', upload.name)))).toBe(sha(upload.bytes));
  });

  it('UP-03 chunks of an upload that was given up are refused', async () => {
    const upload = await begin(randomBytes(CHUNK));
    await post('abort', { uploadId: upload.id });
    expect(await outcome(await chunk(upload, 0))).toEqual([404, 'uploads.not_found']);
  });
});
