import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTimeOf } from '@zo/agent-token/process';
import { eventually } from '@zo/testing';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Computer } from './computer.js';

const BYTES = 2 * 1024 * 1024;
const REPORT = { bytes: BYTES, crc32: 7 };
let folder: string;
let file: string;
let server: Server;
let computer: Computer;
/** Files that this process, which plays the agent, has open. */
let open: number[];
let asked: IncomingMessage[];
/** How the agent ends its response once it has the report. */
let keep: (report: string, response: ServerResponse) => void;

async function agentWith(header: string): Promise<void> {
  server = createServer((request, response) => {
    asked.push(request);
    request.on('error', () => undefined);
    response.writeHead(200, header ? { 'x-held-file': header } : {}).flushHeaders();
    text(request).then(
      (report) => keep(report, response),
      () => undefined,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { dev } = statSync(folder, { bigint: true });
  const agent = { pid: process.pid, startTime: startTimeOf(process.pid), uid: process.getuid!(), device: String(dev) };
  computer = new Computer({ computerId: 'c', address, instance: 'i', secret: 'x'.repeat(32), process: agent }, 500);
}
const openAs = (flags: string) => {
  const descriptor = openSync(file, flags);
  open.push(descriptor);
  return descriptor;
};
const hold = () => computer.holdUpload('u', { offset: 4, bytes: BYTES });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zo-held-'));
  file = join(folder, 'upload');
  writeFileSync(file, Buffer.alloc(16));
  open = [];
  asked = [];
  keep = (report, response) => response.end(report);
});
afterEach(() => {
  computer.close();
  server.closeAllConnections();
  server.close();
  open.forEach((descriptor) => closeSync(descriptor));
  rmSync(folder, { recursive: true });
});

describe('an upload that the agent holds', () => {
  it.each(['r+', 'a'])('is written to the file and reported (opened "%s")', async (flags) => {
    await agentWith(`${openAs(flags)} 4 ${BYTES}`);
    const upload = (await hold())!;
    writeSync(upload.file, Buffer.from('here'), 0, 4, 4);
    await upload.finish(REPORT);
    upload.close();
    expect(readFileSync(file).subarray(2, 10)).toEqual(Buffer.from('\0\0here\0\0'));
    expect(asked.map(({ url, method }) => [method, url])).toEqual([['PUT', `/uploads/u/held?offset=4&bytes=${BYTES}`]]);
  });

  it.each([
    ['the agent may only read', () => agentWith(`${openAs('r')} 4 ${BYTES}`)],
    ['is not open', () => agentWith(`9999999 4 ${BYTES}`)],
    ['is on another file system', () => agentWith(`${open[open.push(openSync('/dev/null', 'r+')) - 1]} 4 ${BYTES}`)],
    ['the agent does not hold', () => agentWith('')],
    ['has no readable number', () => agentWith('../1 4 9')],
  ])('S5 is sent to the agent when it is a file that %s', async (_what, begin) => {
    await begin();
    expect(await hold()).toBeUndefined();
    await eventually(() => asked[0]!.destroyed);
  });

  it('S5 is not written when the agent is silent after the report', async () => {
    keep = () => undefined;
    await agentWith(`${openAs('r+')} 4 ${BYTES}`);
    const upload = (await hold())!;
    await expect(upload.finish(REPORT)).rejects.toThrow();
    upload.close();
  });

  it.each([
    ['nothing', ''],
    ['another report', '{"bytes":1,"crc32":7}'],
    ['much', 'x'.repeat(10_000)],
  ])('S5 is not written when it answers %s', async (_what, answer) => {
    keep = (_report, response) => response.end(answer);
    await agentWith(`${openAs('r+')} 4 ${BYTES}`);
    const upload = (await hold())!;
    await expect(upload.finish(REPORT)).rejects.toThrow();
    upload.close();
  });

  it('ends the request when it is closed unfinished', async () => {
    let reported = false;
    keep = () => (reported = true);
    await agentWith(`${openAs('r+')} 4 ${BYTES}`);
    (await hold())!.close();
    await eventually(() => asked[0]!.destroyed);
    expect(reported).toBe(false);
  });
});
