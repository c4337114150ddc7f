import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AgentProcess, startTimeOf } from '@zo/agent-token/process';
import { eventually } from '@zo/testing';
import { Computer } from './computer.js';

const SENT = 'sent by the agent';
const content = randomBytes(9_000_001);
let folder: string;
let file: string;
let held: number;
let server: Server;
let asked: IncomingMessage[];
let computer: Computer;
let header: string;

/** This process plays the agent: what it has open stands in the same folder of the kernel. */
const here = (): AgentProcess => ({
  pid: process.pid,
  startTime: startTimeOf(process.pid),
  uid: process.getuid!(),
  device: String(statSync(folder).dev),
});

/** `header`: what the agent says about the file that it holds. */
async function agentWith(says: string, agent = here()): Promise<void> {
  header = says;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request);
    if (request.headers['x-hold-file'] === '1') response.writeHead(200, { 'x-held-file': header, 'content-length': 0 });
    response.end(request.headers['x-hold-file'] === '1' ? undefined : SENT);
  };
  server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const address = { computerId: 'c', address: `http://127.0.0.1:${port}`, instance: 'i', secret: 'x'.repeat(32) };
  computer = new Computer({ ...address, process: agent });
}

const get = () => computer.raw('GET', '/bytes/w/a', {});
const text = async () => String(await (await get()).bytes(1_000));
const readersOfFile = () =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return Number(name) !== held && readlinkSync(`/proc/self/fd/${name}`) === file;
    } catch {
      return false;
    }
  }).length;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zo-held-'));
  file = join(folder, 'big');
  writeFileSync(file, content);
  held = openSync(file, 'r');
  asked = [];
});
afterEach(() => {
  computer.close();
  server.closeAllConnections();
  server.close();
  closeSync(held);
  rmSync(folder, { recursive: true });
});

describe('files that the agent holds', () => {
  it.each([
    [0, content.length],
    [1_234_567, 7_000_000],
    [content.length - 1, 1],
  ])('reads from byte %d, %d bytes, and closes the file', async (start, length) => {
    await agentWith(`${held} ${start} ${length}`);
    const answer = await get();
    expect(answer.headers['content-length']).toBe(String(length));
    const into = new PassThrough();
    const chunks: Buffer[] = [];
    into.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
    await answer.streamTo(into);
    await finished(into);
    expect(Buffer.concat(chunks).equals(content.subarray(start, start + length))).toBe(true);
    await eventually(() => readersOfFile() === 0);
    expect(asked).toHaveLength(1);
  });

  it('reads more files one after the other than it may read at once', async () => {
    await agentWith(`${held} 0 ${content.length}`);
    for (let n = 0; n < 100; n++)
      expect((await (await get()).bytes(1_000)).equals(content.subarray(0, 1_000))).toBe(true);
    await eventually(() => readersOfFile() === 0);
  });

  it('stops when the reader leaves', async () => {
    await agentWith(`${held} 0 ${content.length}`);
    const into = new PassThrough();
    const sending = (await get()).streamTo(into);
    await new Promise((some) => into.once('readable', some));
    into.destroy();
    await sending;
    await eventually(() => readersOfFile() === 0);
  });

  it('cuts the connection when the file has become shorter', async () => {
    await agentWith(`${held} 0 ${content.length}`);
    const answer = await get();
    truncateSync(file, 5_000_000);
    const into = new PassThrough().resume();
    await answer.streamTo(into);
    expect(into.destroyed).toBe(true);
  });

  const foreign: [string, () => Promise<void>][] = [
    ['a later process with its pid', () => agentWith(`${held} 0 9`, { ...here(), startTime: '1' })],
    ['a file of another user', () => agentWith(`${held} 0 9`, { ...here(), uid: 4_000_000_000 })],
    ['a file of another file system', () => agentWith(`${held} 0 9`, { ...here(), device: '1' })],
  ];
  it.each(foreign)('S5 has %s sent by the agent', async (_what, begin) => {
    await begin();
    expect(await text()).toBe(SENT);
    expect(readersOfFile()).toBe(0);
    expect(asked.map(({ headers }) => headers['x-hold-file'])).toEqual(['1', undefined]);
  });

  it('reads the other files of a home with one of another file system', async () => {
    const foreign = openSync('/proc/self/status', 'r');
    await agentWith(`${foreign} 0 9`);
    expect(await text()).toBe(SENT);
    closeSync(foreign);
    header = `${held} 0 9`;
    expect((await (await get()).bytes(9)).equals(content.subarray(0, 9))).toBe(true);
  });

  const refused: [string, () => Promise<void>][] = [
    ['a file that is not open', () => agentWith('9999999 0 9')],
    ['a process that has ended', () => agentWith(`${held} 0 9`, { ...here(), pid: 4_194_304 })],
  ];
  it.each(refused)('S5 has %s sent by the agent, and asks it no more to hold', async (_what, begin) => {
    await begin();
    expect(await text()).toBe(SENT);
    expect(await text()).toBe(SENT);
    expect(asked.map(({ headers }) => headers['x-hold-file'])).toEqual(['1', undefined, undefined]);
    expect(readersOfFile()).toBe(0);
  });

  it.each(['a folder', 'a pipe'])('S5 does not read %s', async (what) => {
    const path = join(folder, 'special');
    execFileSync(what === 'a pipe' ? 'mkfifo' : 'mkdir', [path]);
    const special = openSync(path, what === 'a pipe' ? 'r+' : 'r');
    try {
      await agentWith(`${special} 0 9`);
      expect(await text()).toBe(SENT);
    } finally {
      closeSync(special);
    }
  });

  it.each(['x', '1 2', '-1 0 9', '1 0 9 9', '../1 0 9', '1e3 0 9'])('S5 refuses the header "%s"', async (header) => {
    await agentWith(header);
    await expect(get()).rejects.toThrow('a header cannot be read');
  });

  it('names its own start as the kernel does', () => {
    expect(readFileSync('/proc/self/stat', 'latin1').split(' ')).toContain(startTimeOf(process.pid));
  });
});
