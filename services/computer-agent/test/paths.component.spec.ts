import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { BaseSchema, PathSchema, Root } from '@zo/proto/agent/v1';
import { repetitions } from '@zo/testing/repetitions';
import fc from 'fast-check';
import { Agent, until, w } from './agent.js';

const CANARY = 'canary-9f2c1e';
let agent: Agent;
let outside: string;

/** Everything outside the home that could be reached by mistake, to detect any change. */
const snapshot = () =>
  fs
    .readdirSync(outside, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        `${entry.parentPath}/${entry.name}:${entry.isFile() ? fs.readFileSync(join(entry.parentPath, entry.name), 'utf8') : 'd'}`,
    )
    .sort();

beforeAll(async () => {
  agent = await Agent.start();
  outside = `${agent.home}-outside`;
  fs.mkdirSync(join(outside, 'dir/sub'), { recursive: true });
  fs.writeFileSync(join(outside, 'secret.txt'), CANARY);
  fs.writeFileSync(join(outside, 'dir/sub/secret.txt'), CANARY);
  const at = (name: string) => join(agent.workspace, name);
  fs.symlinkSync(outside, at('link-dir'));
  fs.symlinkSync(join(outside, 'secret.txt'), at('link-file'));
  fs.symlinkSync('/', at('link-root'));
  fs.symlinkSync('link-self', at('link-self'));
  fs.symlinkSync('../..', at('link-up'));
  fs.symlinkSync(`../../${outside.split('/').at(-1)}/secret.txt`, at('link-relative'));
  fs.symlinkSync('/proc/self/environ', at('link-proc'));
  fs.symlinkSync('/dev/zero', at('link-zero'));
  fs.mkdirSync(at('folder/inner'), { recursive: true });
  fs.writeFileSync(at('folder/file.txt'), 'mine');
  fs.symlinkSync(join(agent.workspace, 'folder'), at('link-inside'));
});
afterAll(async () => {
  await agent.stop();
  fs.rmSync(outside, { recursive: true, force: true });
});

const any = create(BaseSchema, { base: { case: 'any', value: true } });
const links = [
  'link-dir',
  'link-file',
  'link-root',
  'link-self',
  'link-up',
  'link-relative',
  'link-proc',
  'link-zero',
  'link-inside',
];
const segment = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '',
      '/',
      '\0',
      'a\0b',
      '../x',
      '..\\x',
      '%2e%2e',
      '..%2f',
      '\ud800',
      'x'.repeat(256),
      'é'.repeat(128),
      '.zo-tmp-x',
      '-rf',
      '\n',
      'etc',
      'secret.txt',
      'proc',
    ),
  },
  { weight: 5, arbitrary: fc.constantFrom(...links) },
  { weight: 3, arbitrary: fc.constantFrom('folder', 'file.txt', 'inner', 'dir', 'sub') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
const path = fc.record({
  root: fc.constantFrom(Root.WORKSPACE, Root.SITES, Root.UNSPECIFIED, 7 as Root),
  segments: fc.array(segment, { maxLength: 8 }),
});

/** Runs one call and returns its result; refusals are accepted, unexpected errors are thrown. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await call, (_key, value: unknown) =>
      typeof value === 'bigint'
        ? Number(value)
        : value instanceof Uint8Array
          ? Buffer.from(value).toString('latin1')
          : value,
    );
  } catch (error) {
    const answer = ConnectError.from(error);
    if (answer.code === Code.Internal || answer.code === Code.Unknown || answer.code === Code.Unavailable) throw error;
    return answer.rawMessage;
  }
}

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const message of stream) all.push(message);
  return all;
}

describe('paths', () => {
  it('S1 generated paths through every call read, list, change and create nothing outside the home', async () => {
    const before = snapshot();
    await fc.assert(
      fc.asyncProperty(path, async (value) => {
        const at = create(PathSchema, {
          root: value.root,
          segments: value.segments.map((name) => (name.toWellFormed() === name ? name : '\u0000')),
        });
        const { files } = agent;
        const results = await Promise.all([
          outcome(files.stat({ path: at })),
          outcome(files.read({ path: at, maxBytes: 1_000_000n })),
          outcome(collect(files.list({ path: at }))),
          outcome(files.write({ path: at, content: Buffer.from('mine'), base: any })),
          outcome(files.createFolder({ path: at, parents: true })),
          outcome(files.copy({ from: at, to: w('folder', 'copied') })),
          outcome(files.move({ from: w('folder', 'file.txt'), to: at })),
          outcome(collect(files.searchContent({ path: at, query: CANARY }))),
          outcome(files.searchNames({ path: at, query: 'secret' })),
          agent
            .request(
              'GET',
              `/bytes/w/${value.segments.map((name) => encodeURIComponent(name.toWellFormed())).join('/')}`,
            )
            .then(({ status, body }) => {
              expect(status).toBeLessThan(500);
              return body.toString('latin1');
            }),
        ]);
        for (const result of results) expect(result).not.toContain(CANARY);
      }),
      { numRuns: repetitions(150, 500) },
    );
    expect(snapshot()).toEqual(before);
    for (const link of links.slice(0, 3)) await outcome(agent.files.remove({ path: w(link) }));
    expect(snapshot()).toEqual(before);
  });

  it('S1 raw addresses that try to escape are refused', async () => {
    const climbing = [
      '/bytes/w/../../etc/passwd',
      '/bytes/w/%2e%2e/%2e%2e/etc/passwd',
      '/bytes/w//etc/passwd',
      '/bytes/w/..%2f..%2fetc%2fpasswd',
      '/bytes/w/%252e%252e/x',
      '/bytes/w/a%00b',
      '/bytes/../etc/passwd',
      '/bytes/',
      '/bytes/w/..;/x',
    ];
    for (const address of climbing) {
      const { status, body } = await agent.request('GET', address);
      expect([address, [400, 404].includes(status)]).toEqual([address, true]);
      expect(body.toString()).not.toContain('root:');
    }
  });

  it('S1 pipes, sockets and devices are never opened', async () => {
    const made = spawn('mkfifo', [join(agent.workspace, 'pipe')]);
    await new Promise((done) => made.once('exit', done));
    expect(await outcome(agent.files.read({ path: w('pipe') }))).toContain('not a regular file');
    expect((await agent.request('GET', '/bytes/w/pipe')).status).toBe(409);
    expect(await outcome(agent.files.write({ path: w('pipe'), content: Buffer.from('x'), base: any }))).toContain(
      'not a regular file',
    );
    expect(await outcome(agent.files.copy({ from: w('pipe'), to: w('pipe2') }))).toContain('not a regular file');
  });

  it('S1 swapping a folder for a link during requests exposes nothing', async () => {
    const race = join(agent.workspace, 'race');
    fs.mkdirSync(join(race, 'dir'), { recursive: true });
    fs.writeFileSync(join(race, 'dir/secret.txt'), 'mine');
    fs.symlinkSync(outside, join(race, 'link'));
    const before = snapshot();
    const swap =
      'import os\nwhile True:\n  os.rename("dir","t"); os.rename("link","dir"); os.rename("dir","link"); ' +
      'os.rename("t","dir")';
    const racer = spawn('python3', ['-c', swap], { cwd: race });
    try {
      const seen = new Map<string, number>();
      const count = (key: string) => seen.set(key, (seen.get(key) ?? 0) + 1);
      const end = Date.now() + 5_000;
      const worker = async (index: number) => {
        while (Date.now() < end) {
          const read = await outcome(agent.files.read({ path: w('race', 'dir', 'secret.txt') }));
          expect(read).not.toContain(CANARY);
          count(read.includes('mine') ? 'mine' : 'refused');
          expect((await agent.request('GET', '/bytes/w/race/dir/secret.txt')).body.toString()).not.toContain(CANARY);
          await outcome(
            agent.files.write({ path: w('race', 'dir', `new-${index}`), content: Buffer.from('x'), base: any }),
          );
          await outcome(agent.files.remove({ path: w('race', 'dir', `new-${index}`) }));
        }
      };
      await Promise.all(Array.from({ length: 6 }, (_, index) => worker(index)));
      console.log(`reads in the race: ${JSON.stringify([...seen])}`);
      expect(seen.get('mine')).toBeGreaterThan(10);
      expect(snapshot()).toEqual(before);
    } finally {
      racer.kill('SIGKILL');
    }
  });

  it('S1 hostile requests do not stop the agent', async () => {
    for (const raw of [
      'GARBAGE\r\n\r\n',
      'PRI * HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
      '\0\0\0\0',
      'P',
    ]) {
      const net = await import('node:net');
      await new Promise<void>((done) => {
        const socket = net.connect(agent.socket, () => socket.write(raw));
        socket
          .on('data', () => undefined)
          .on('error', () => undefined)
          .on('close', () => done());
        setTimeout(() => socket.destroy(), 200);
      });
    }
    const answer = await agent.request('POST', '/zip', { body: Buffer.from('['.repeat(100_000)) });
    expect(answer.status).toBe(400);
    await until(
      () => agent.computer.info({}),
      ({ version }) => version !== '',
    );
    expect(agent.log).not.toContain('uncaught');
  });
});
