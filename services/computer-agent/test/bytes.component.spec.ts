import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import { SignJWT, UnsecuredJWT } from 'jose';
import { AgentTokenIssuer } from '@zo/agent-token';
import { eventually } from '@zo/testing';
import { Agent, IDENTITY } from './agent.js';

let agent: Agent;
const bytes = randomBytes(3_000_000);
const get = (range?: string, method = 'GET') =>
  agent.request(method, '/bytes/w/big.bin', range ? { headers: { range } } : {});

function openFilesOf(pid: number): string[] {
  return fs.readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [fs.readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return [];
    }
  });
}

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

  it('FT-11 holds a large file open for a client of this machine until it hangs up, and sends a small one', async () => {
    const hold = { 'x-hold-file': '1', connection: 'keep-alive' };
    const ask = async (path: string, range?: string) => {
      const { status, headers, body } = await agent.request('GET', path, {
        headers: { ...hold, ...(range && { range }) },
      });
      const [descriptor, ...span] = headers['x-held-file']?.toString().split(' ') ?? [];
      return { status, descriptor, span, range: headers['content-range'], length: body.length };
    };
    const big = await ask('/bytes/w/big.bin');
    expect(big).toMatchObject({ status: 200, span: ['0', '3000000'], length: 0 });
    expect(await ask('/bytes/w/big.bin', 'bytes=1000000-')).toMatchObject({
      status: 206,
      span: ['1000000', '2000000'],
      range: 'bytes 1000000-2999999/3000000',
      length: 0,
    });
    expect(await ask('/bytes/w/big.bin', 'bytes=5-9')).toMatchObject({ descriptor: undefined, length: 5 });
    await eventually(() => !openFilesOf(agent.child.pid!).some((path) => path.endsWith('/big.bin')));
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
      'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n: ' +
      'len(z.read(n)) for n in z.namelist()}))';
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

  it('FT-11 packs files and folders from before 1970', async () => {
    const folder = join(agent.workspace, 'scans');
    fs.mkdirSync(folder);
    fs.writeFileSync(join(folder, 'wedding.txt'), 'they danced');
    for (const path of [join(folder, 'wedding.txt'), folder]) fs.utimesSync(path, new Date(0), new Date('1950-06-01'));
    const body = Buffer.from(JSON.stringify({ paths: [{ root: 'w', segments: ['scans'] }] }));
    const zip = join(agent.home, 'old.zip');
    fs.writeFileSync(zip, (await agent.request('POST', '/zip', { body })).body);
    const script = 'import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).read("scans/wedding.txt").decode(), end="")';
    expect(spawnSync('python3', ['-c', script, zip], { encoding: 'utf8' }).stdout).toBe('they danced');
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
