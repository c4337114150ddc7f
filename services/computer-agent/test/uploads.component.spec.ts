import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, w } from './agent.js';

let agent: Agent;

beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const send = (id: string, offset: number, body: Buffer, headers = {}) =>
  agent.request('PUT', `/uploads/${id}?offset=${offset}`, { body, headers });

describe('uploads', () => {
  it('D11 UP-06 chunks in any order, repeated and overlapping, give the file, which is invisible until it is complete', async () => {
    const content = randomBytes(1_000_000);
    for (let round = 0; round < 25; round++) {
      const id = `round-${round}`;
      const size = 20_000 + Math.floor(Math.random() * 200_000);
      await agent.files.beginUpload({ uploadId: id, totalBytes: BigInt(content.length) });
      const starts = Array.from({ length: Math.ceil(content.length / size) }, (_, index) => index * size);
      const order = [...starts, ...starts.slice(0, 3)].sort(() => Math.random() - 0.5);
      const answers = await Promise.all(
        order.map((start) => send(id, start, content.subarray(start, start + size + 10))),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(fs.existsSync(join(agent.workspace, `up/${round}.bin`))).toBe(false);
      await agent.files.commitUpload({
        uploadId: id,
        totalBytes: 1_000_000n,
        path: w('up', `${round}.bin`),
        createParents: true,
      });
      expect(fs.readFileSync(join(agent.workspace, `up/${round}.bin`)).equals(content)).toBe(true);
    }
    // Receipts are kept for a while: they find uploads that were placed just before a kill.
    expect(fs.readdirSync(join(agent.home, '.computer/uploads')).filter((name) => !name.endsWith('.inode'))).toEqual(
      [],
    );
  });

  it('D11 UP-06 refuses chunks and commits that do not fit, and leaves the target unchanged', async () => {
    fs.writeFileSync(join(agent.workspace, 'old.txt'), 'old');
    await agent.files.beginUpload({ uploadId: 'u', totalBytes: 10n });
    await agent.files.beginUpload({ uploadId: 'u', totalBytes: 10n });
    await expect(agent.files.beginUpload({ uploadId: 'u', totalBytes: 11n })).rejects.toThrow('another size');
    expect((await send('u', 5, Buffer.from('123456'))).status).toBe(400);
    expect((await send('u', -1, Buffer.from('1'))).status).toBe(400);
    expect((await agent.request('PUT', '/uploads/u', { body: Buffer.from('1') })).status).toBe(400);
    expect((await send('other', 0, Buffer.from('1'))).status).toBe(404);
    expect((await send('..%2f..%2fworkspace%2fold.txt', 0, Buffer.from('1'))).status).toBe(400);
    const answer = await send('u', 0, Buffer.from('0123456789'));
    expect(JSON.parse(answer.body.toString())).toEqual({ bytes: 10, crc32: 2_793_719_750 });
    const commit = (totalBytes: bigint, name: string) =>
      agent.files.commitUpload({ uploadId: 'u', totalBytes, path: w(name) });
    await expect(commit(9n, 'new.txt')).rejects.toThrow('has 10 bytes');
    await expect(commit(10n, 'old.txt')).rejects.toThrow('already exists');
    expect(fs.readFileSync(join(agent.workspace, 'old.txt'), 'utf8')).toBe('old');
    const both = await Promise.allSettled([commit(10n, 'new.txt'), commit(10n, 'new.txt')]);
    // Both of two concurrent callers, or a caller that retries, learn where the file is.
    expect(both.map((answer) => answer.status === 'fulfilled' && answer.value.path?.segments)).toEqual([
      ['new.txt'],
      ['new.txt'],
    ]);
    await agent.files.abortUpload({ uploadId: 'u' });
    await agent.files.abortUpload({ uploadId: 'u' });
  });

  it('UP-06 a truncated chunk is not acknowledged and can be sent again', async () => {
    await agent.files.beginUpload({ uploadId: 'cut', totalBytes: 1_000_000n });
    const authorization = await agent.tokens.bearer();
    await new Promise<void>((done) => {
      const request = http.request({
        socketPath: agent.socket,
        method: 'PUT',
        path: '/uploads/cut?offset=0',
        headers: { authorization, 'content-length': 1_000_000 },
      });
      request.once('error', () => done());
      request.write(Buffer.alloc(300_000), () => request.destroy());
    });
    const bytes = randomBytes(1_000_000);
    expect((await send('cut', 0, bytes)).status).toBe(200);
    await agent.files.commitUpload({ uploadId: 'cut', totalBytes: 1_000_000n, path: w('cut.bin') });
    expect(
      createHash('sha256')
        .update(fs.readFileSync(join(agent.workspace, 'cut.bin')))
        .digest('hex'),
    ).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('UP-06 takes 512 MiB in flat memory', async () => {
    const total = 512 * 1024 * 1024;
    const chunk = randomBytes(16 * 1024 * 1024);
    await agent.files.beginUpload({ uploadId: 'large', totalBytes: BigInt(total) });
    let peak = 0;
    const timer = setInterval(
      () =>
        (peak = Math.max(
          peak,
          Number(/Rss:\s+(\d+)/.exec(fs.readFileSync(`/proc/${agent.child.pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024,
        )),
      50,
    );
    const began = performance.now();
    let next = 0;
    const worker = async () => {
      for (let at = next; at < total; at = next) {
        next += chunk.length;
        expect((await send('large', at, chunk)).status).toBe(200);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker(), worker()]);
    await agent.files.commitUpload({ uploadId: 'large', totalBytes: BigInt(total), path: w('large.bin') });
    const took = (performance.now() - began) / 1000;
    clearInterval(timer);
    console.log(
      `512 MiB in ${took.toFixed(2)} s = ${Math.round(512 / took)} MiB/s, peak memory ${Math.round(peak)} MiB`,
    );
    expect(peak).toBeLessThan(250);
    const authorization = await agent.tokens.bearer();
    const download = performance.now();
    let received = 0;
    await new Promise((done) =>
      http.get({ socketPath: agent.socket, path: '/bytes/w/large.bin', headers: { authorization } }, (response) => {
        response.on('data', (data: Buffer) => (received += data.length)).once('end', done);
      }),
    );
    console.log(`download ${Math.round(512_000 / (performance.now() - download))} MiB/s`);
    expect(received).toBe(total);
  });
});
