/** PC-02, LS-01: a browser is told what changes in the folders of machines that it looks at. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type LiveMessage, liveMessage } from '@zo/proto/live';
import { eventually, startTestComputer, type TestComputer } from '@zo/testing';
import { WebSocket } from 'ws';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { ADA, BOB, closeScene, machines, openScene, service } from './scene.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-live-machine-'));
const at = (...names: string[]) => join(folder, ...names);
const open: WebSocket[] = [];
let laptop: TestComputer;
let root: string;

beforeAll(async () => {
  await openScene();
  for (const name of ['in', 'out']) mkdirSync(at(name));
});
beforeEach(async () => {
  laptop = await startTestComputer({ ZO_WORKSPACE: folder });
  root = `m${laptop.instance}`;
  machines.set(ADA, [{ name: 'laptop', at: laptop }]);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  await laptop.stop();
});
afterAll(async () => {
  await closeScene();
  removeFolder(folder);
});

/** A way to a machine that can be cut. */
async function linkTo({ address }: TestComputer) {
  const path = join(folder, `.${crypto.randomUUID()}.sock`);
  const ends: Socket[] = [];
  const server = createServer((socket) => {
    const machine = connect(address.slice('unix:'.length));
    ends.push(socket, machine);
    for (const end of [socket, machine]) end.on('error', () => end.destroy());
    socket.pipe(machine).pipe(socket);
  }).listen(path);
  await once(server, 'listening');
  const cut = () => {
    server.close();
    for (const end of ends) end.destroy();
  };
  return { address: `unix:${path}`, cut };
}

async function browser(userId = ADA, scopes?: readonly ['files:read']) {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws`, {
    headers: { authorization: `Bearer ${await service.token(userId, scopes && { scopes })}` },
  });
  open.push(socket);
  const messages: LiveMessage[] = [];
  socket.on('message', (data) => messages.push(liveMessage.parse(JSON.parse(String(data)))));
  await eventually(() => messages.some(({ type }) => type === 'subscribed') || undefined);
  const watch = (...paths: string[][]) =>
    socket.send(JSON.stringify({ type: 'watch', folders: paths.map((path) => ({ root, path })) }));
  const watching = () => messages.flatMap((each) => (each.type === 'machine_watching' ? [each.payload.folders] : []));
  const events = () =>
    messages.flatMap((each) =>
      each.type === 'machine_event'
        ? [
            `${each.payload.eventType} ${each.payload.relativePath}${each.payload.destPath ? ` > ${each.payload.destPath}` : ''}`,
          ]
        : [],
    );
  const has = (line: string) => eventually(() => events().includes(line) || undefined);
  const isWatching = (count: number) => eventually(() => watching().length >= count || undefined);
  return { socket, messages, watch, watching, events, has, isWatching };
}

it('tells it what other programs do there, and goes on without a gap when other folders are opened', async () => {
  const { watch, watching, events, has, isWatching, messages } = await browser();
  watch(['in']);
  await isWatching(1);
  writeFileSync(at('in', 'a.txt'), '1');
  await has('created in/a.txt');
  for (let n = 0; n < 20; n++) {
    writeFileSync(at('in', `${n}.txt`), '1');
    watch(...(n % 2 ? [['in']] : [['in'], ['out']]));
  }
  for (let n = 0; n < 20; n++) await has(`created in/${n}.txt`);
  watch(['in'], ['out']);
  await eventually(
    () =>
      watching()
        .flat()
        .some(([name]) => name === 'out') || undefined,
  );
  renameSync(at('in', 'a.txt'), at('out', 'b.txt'));
  await has('moved in/a.txt > out/b.txt');
  rmSync(at('out', 'b.txt'));
  await has('deleted out/b.txt');
  // What was watched all the time need not be read again.
  expect(
    watching()
      .flat()
      .filter(([name]) => name === 'in'),
  ).toHaveLength(1);
  expect(events().filter((line) => line === 'created in/7.txt')).toHaveLength(1);
  const first = messages.find(({ type }) => type === 'machine_event');
  expect(first).toMatchObject({ payload: { root, eventType: 'created', isDirectory: false, destPath: null } });
});

it('tells it to read everything again after the link was lost', async () => {
  const link = await linkTo(laptop);
  machines.set(ADA, [{ name: 'laptop', at: { ...laptop, address: link.address } }]);
  const { watch, watching, has, isWatching } = await browser();
  watch(['in'], []);
  await isWatching(1);
  machines.set(ADA, [{ name: 'laptop', at: laptop, refusal: '“laptop” is not connected.' }]);
  link.cut();
  writeFileSync(at('in', 'meanwhile.txt'), '1');
  machines.set(ADA, [{ name: 'laptop', at: laptop }]);
  await isWatching(2);
  expect(watching().at(-1)).toEqual([['in'], []]);
  writeFileSync(at('in', 'after.txt'), '1');
  await has('created in/after.txt');
});

it('tells it nothing when it looks elsewhere, and neither other users nor programs', async () => {
  const [ada, bob, program] = [await browser(), await browser(BOB), await browser(ADA, ['files:read'])];
  for (const each of [ada, bob, program]) each.watch(['in']);
  await ada.isWatching(1);
  ada.watch(['out']);
  await ada.isWatching(2);
  writeFileSync(at('in', 'unseen.txt'), '1');
  writeFileSync(at('out', 'seen.txt'), '1');
  await ada.has('created out/seen.txt');
  expect(ada.events()).toEqual(['created out/seen.txt']);
  ada.watch();
  for (const { messages } of [bob, program])
    expect(messages.filter(({ type }) => type.startsWith('machine'))).toEqual([]);
});

it.each([
  ['too many folders', Array.from({ length: 65 }, (_, n) => ({ path: [`${n}`] }))],
  ['a folder of the computer', [{ root: 'w', path: [] }]],
  ['a path that is none', [{ path: 'in' }]],
])('ends a connection that asks for %s', async (_what, folders) => {
  const { socket } = await browser();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.send(JSON.stringify({ type: 'watch', folders: folders.map((each) => ({ root, ...each })) }));
  expect(await closed).toBe(1008);
});
