import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import { SignJWT, UnsecuredJWT } from 'jose';
import { AgentTokenIssuer } from '@zo/agent-token';
import { Agent, IDENTITY, w } from './agent.js';

let agent: Agent;
const bytes = randomBytes(3_000_000);
const get = (range?: string, method = 'GET') =>
  agent.request(method, '/bytes/w/big.bin', range ? { headers: { range } } : {});

beforeAll(async () => {
  agent = await Agent.start();
  fs.writeFileSync(join(agent.workspace, 'big.bin'), bytes);
  fs.mkdirSync(join(agent.workspace, 'a folder/sub'), { recursive: true });
  fs.writeFileSync(join(agent.workspace, 'a folder/100% ü.txt'), 'percent');
  fs.writeFileSync(join(agent.workspace, 'a folder/sub/two.txt'), 'two'.repeat(10_000));
  fs.writeFileSync(join(agent.workspace, 'empty'), '');
});
afterAll(() => agent.stop());

describe('bytes', () => {
  it('S8 every request needs a token for this very computer that has not expired; refused requests are logged', async () => {
    const key = (secret: string) => new TextEncoder().encode(secret);
    const { instance, secret } = IDENTITY;
    const unlimited = (alg = 'HS256') => new SignJWT().setProtectedHeader({ alg }).setAudience(instance).setIssuedAt();
    const good = await unlimited().setExpirationTime('60s').sign(key(secret));
    const [header, payload, signature = ''] = good.split('.');
    const refused: Record<string, string> = {
      none: '',
      'no token': 'Bearer wrong',
      'another scheme': `Basic ${good}`,
      'the secret itself': `Bearer ${secret}`,
      'another instance': await new AgentTokenIssuer({ instance: 'its next pod', secret }).bearer(),
      'another secret': await new AgentTokenIssuer({ instance, secret: secret.replace('a', 'b') }).bearer(),
      expired: `Bearer ${await unlimited().setExpirationTime('-11s').sign(key(secret))}`,
      'for ever': `Bearer ${await unlimited().sign(key(secret))}`,
      'another algorithm': `Bearer ${await unlimited('HS512')
        .setExpirationTime('60s')
        .sign(key(secret.repeat(2)))}`,
      unsigned: `Bearer ${new UnsecuredJWT().setAudience(instance).setIssuedAt().setExpirationTime('60s').encode()}`,
      'a flipped bit': `Bearer ${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    };
    const upgrade = { connection: 'Upgrade', upgrade: 'tcp' };
    for (const [what, authorization] of Object.entries(refused)) {
      expect([what, (await agent.request('GET', '/bytes/w/empty', { headers: { authorization } })).status]).toEqual([
        what,
        401,
      ]);
      expect([
        what,
        (await agent.request('GET', '/dial/8000', { headers: { authorization, ...upgrade } })).status,
      ]).toEqual([what, 401]);
      await expect(agent.computer.info({}, { headers: { authorization } })).rejects.toMatchObject({
        code: Code.Unauthenticated,
      });
    }
    expect(
      (await agent.request('GET', '/bytes/w/empty', { headers: { authorization: `Bearer ${good}` } })).status,
    ).toBe(200);
    expect(agent.log).toMatch(/refused \d+ requests without a token for this computer/);
    for (const token of [good, secret]) expect(agent.log).not.toContain(token);
  });

  it('FT-11 sends whole files, names with every character, and empty ones', async () => {
    const whole = await get();
    expect([whole.status, whole.headers['accept-ranges'], whole.body.equals(bytes)]).toEqual([200, 'bytes', true]);
    expect((await agent.request('GET', '/bytes/w/a%20folder/100%25%20%C3%BC.txt')).body.toString()).toBe('percent');
    const empty = await agent.request('GET', '/bytes/w/empty');
    expect([empty.status, empty.body.length]).toEqual([200, 0]);
    const head = await get(undefined, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '3000000', 0]);
  });

  it('FT-11 sends ranges: first, last and suffix bytes, beyond the end, and malformed ones', async () => {
    const part = async (range: string) => {
      const { status, headers, body } = await get(range);
      return [status, headers['content-range'], body.length];
    };
    expect(await part('bytes=0-0')).toEqual([206, 'bytes 0-0/3000000', 1]);
    expect(await part('bytes=2999990-')).toEqual([206, 'bytes 2999990-2999999/3000000', 10]);
    expect(await part('bytes=-5')).toEqual([206, 'bytes 2999995-2999999/3000000', 5]);
    expect(await part('bytes=10-99999999')).toEqual([206, 'bytes 10-2999999/3000000', 2_999_990]);
    expect(await part('bytes=3000000-')).toEqual([416, 'bytes */3000000', 0]);
    expect(await part('bytes=-0')).toEqual([416, 'bytes */3000000', 0]);
    for (const whole of [
      'bytes=5-2',
      'bytes=a-b',
      'lines=1-2',
      'bytes=0-1,4-5',
      'bytes=-',
      `bytes=${'0-0,'.repeat(1_000)}`,
    ]) {
      expect(await part(whole)).toEqual([200, undefined, 3_000_000]);
    }
    expect((await get('bytes=1000000-2000000')).body.equals(bytes.subarray(1_000_000, 2_000_001))).toBe(true);
  });

  it('FT-11 an unchanged file is not sent again; a changed one is sent whole', async () => {
    const { etag } = (await get(undefined, 'HEAD')).headers;
    const same = await agent.request('GET', '/bytes/w/big.bin', { headers: { 'if-none-match': etag } });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    const other = await agent.request('GET', '/bytes/w/big.bin', {
      headers: { 'if-range': '"other"', range: 'bytes=0-1' },
    });
    expect([other.status, other.body.length]).toEqual([200, 3_000_000]);
  });

  it('FT-11 folders, missing files and bad addresses have their own status', async () => {
    const status = async (path: string) => (await agent.request('GET', path)).status;
    expect(await status('/bytes/w/a%20folder')).toBe(409);
    expect(await status('/bytes/w/none')).toBe(404);
    expect(await status('/bytes/x/none')).toBe(400);
    expect(await status('/bytes/w/%E0%A4%A')).toBe(400);
    expect(await status('/bytes/w/a%2Fb')).toBe(400);
    expect(await status('/other')).toBe(404);
  });

  it('FT-11 packs files and folders into one zip, without links', async () => {
    fs.symlinkSync('/etc', join(agent.workspace, 'a folder/etc'));
    const paths = [
      { root: 'w', segments: ['a folder'] },
      { root: 'w', segments: ['empty'] },
      { root: 'w', segments: ['a folder', 'sub', 'two.txt'] },
    ];
    const { status, body } = await agent.request('POST', '/zip', { body: Buffer.from(JSON.stringify({ paths })) });
    expect(status).toBe(200);
    const file = join(agent.home, 'out.zip');
    fs.writeFileSync(file, body);
    const script =
      'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n: len(z.read(n)) for n in z.namelist()}))';
    const listed = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
    expect(JSON.parse(listed.stdout)).toEqual({
      'a folder/': 0,
      'a folder/100% ü.txt': 7,
      'a folder/sub/': 0,
      'a folder/sub/two.txt': 30_000,
      empty: 0,
      'two.txt': 30_000,
    });
    expect(
      (await agent.request('POST', '/zip', { body: Buffer.from('{"paths":[{"root":"w","segments":["none"]}]}') }))
        .status,
    ).toBe(404);
    expect((await agent.request('POST', '/zip', { body: Buffer.from('{"paths":["w/.."]}') })).status).toBe(400);
  });

  it('ST-05 a port of the computer is reached through the socket, others are refused', async () => {
    const server = http
      .createServer((request, response) => response.end(`hello ${request.url}`))
      .listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    const authorization = await agent.tokens.bearer();
    const dial = (path: string) =>
      new Promise<string>((done) => {
        const request = http.request({
          socketPath: agent.socket,
          path,
          headers: { authorization, connection: 'Upgrade', upgrade: 'tcp' },
        });
        request.on('upgrade', (_response, socket) => {
          let text = '';
          socket.on('data', (data: Buffer) => (text += data.toString())).on('end', () => done(text));
          socket.write('GET /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
        });
        request.on('response', (response) => done(String(response.statusCode)));
        request.end();
      });
    expect(await dial(`/dial/${port}`)).toContain('hello /x');
    for (const bad of ['0', '22', '1023', '65536', '8080%0d%0a', '1e4']) expect(await dial(`/dial/${bad}`)).toBe('400');
    server.close();
    expect(await dial(`/dial/${port}`)).toBe('502');
  });
});

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
    expect((await send('cut', 0, bytes.subarray(0, 1_000_000))).status).toBe(200);
    await agent.files.commitUpload({ uploadId: 'cut', totalBytes: 1_000_000n, path: w('cut.bin') });
    expect(
      createHash('sha256')
        .update(fs.readFileSync(join(agent.workspace, 'cut.bin')))
        .digest('hex'),
    ).toBe(createHash('sha256').update(bytes.subarray(0, 1_000_000)).digest('hex'));
  });

  it('UP-06 takes 512 MiB quickly and in flat memory', async () => {
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
    const copyBegan = performance.now();
    spawnSync('sh', [
      '-c',
      `cp ${agent.workspace}/large.bin ${agent.workspace}/copy.bin && sync ${agent.workspace}/copy.bin`,
    ]);
    const copy = (performance.now() - copyBegan) / 1000;
    console.log(
      `512 MiB in ${took.toFixed(2)} s = ${Math.round(512 / took)} MiB/s, cp + fsync ${copy.toFixed(2)} s, peak memory ${Math.round(peak)} MiB`,
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
