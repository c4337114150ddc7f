/** People's own machines: pairing, the link, and machines that answer with anything. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { performServerHandshake, type ServerHttp2Session } from 'node:http2';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { Code, type ConnectError, createClient } from '@connectrpc/connect';
import { systemCtx } from '@zo/auth';
import { ComputeService } from '@zo/proto/compute/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { createWebSocketStream, WebSocket } from 'ws';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { compute } from '../src/service.js';

let test: TestPlatform;
let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'zo-machine-test-'));
const open: { close: () => void }[] = [];

beforeAll(async () => {
  process.env['ZO_MACHINE_PROGRAM'] = join(folder, 'zo-machine.tgz');
  writeFileSync(process.env['ZO_MACHINE_PROGRAM'], 'a package');
  test = await testPlatform();
  service = await startTestService(compute, test.platform);
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});
afterAll(async () => {
  await service.stop();
  await test.close();
  delete process.env['ZO_MACHINE_PROGRAM'];
  removeFolder(folder);
});

const about = { name: 'laptop', platform: 'linux', folder: '/home/ada', shell: true };
/** Each from an address of its own unless one is given: tries are counted by it. */
const post = (path: string, json: unknown, from: string = crypto.randomUUID()) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': from },
    body: JSON.stringify(json),
  });
const problem = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { code?: string }),
});

async function paired(userId: string): Promise<{ id: string; token: string }> {
  const made = await service.as(userId)('/api/machines/codes', { method: 'POST' });
  const { code } = (await made.json()) as { code: string };
  const answer = await post('/api/machines/pair', { code: code.toLowerCase(), ...about });
  expect(answer.status).toBe(201);
  const { machine_id: id, token } = (await answer.json()) as { machine_id: string; token: string };
  return { id, token };
}

const forAssistant = async (userId: string) => {
  const compute = createClient(ComputeService, serviceTransport('compute', undefined));
  const caller = await asCaller(test.platform.issuer, 'compute', systemCtx(userId));
  const { machines } = await compute.listMachines({}, caller);
  const opening = (machineId: string) => compute.openMachine({ machineId }, caller);
  return { ids: machines.map(({ id }) => id), opening };
};

/** The machine's end of a link, without the care that `zo-machine` takes. */
function serveTunnel(websocket: Duplex, agentSocket: string): ServerHttp2Session {
  const session = performServerHandshake(websocket).on('error', () => undefined);
  session.on('stream', (stream) => {
    const agent = connect(agentSocket, () => stream.respond({ ':status': 200 }));
    for (const end of [agent, stream]) end.on('error', () => (agent.destroy(), stream.destroy()));
    agent.pipe(stream).pipe(agent);
  });
  return session;
}

/** Opens the link of a machine whose agent is `agentSocket`. */
async function link(
  token: string,
  agentSocket: string,
  act?: (session: ServerHttp2Session, websocket: WebSocket) => void,
  shell = 'yes',
): Promise<WebSocket> {
  const address = `${service.url.replace('http', 'ws')}/api/machines/link?folder=/home/ada&shell=${shell}`;
  const websocket = new WebSocket(address, { headers: { 'x-zo-machine': token } });
  open.push({ close: () => websocket.terminate() });
  await once(websocket, 'open');
  const stream = createWebSocketStream(websocket);
  stream.on('error', () => undefined);
  const session = serveTunnel(stream, agentSocket);
  act?.(session, websocket);
  return websocket;
}

/** Something that is no agent: it does what it likes with connections. */
async function listening(onConnection: (socket: Socket) => void): Promise<{ path: string; server: Server }> {
  const path = join(folder, `${crypto.randomUUID()}.sock`);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  }).listen(path);
  await once(server, 'listening');
  open.push({ close: () => server.close() });
  return { path, server };
}

const machinesOf = async (userId: string) =>
  ((await (await service.as(userId)('/api/machines')).json()) as { machines: { id: string; connected: boolean }[] })
    .machines;
const isConnected = async (userId: string, id: string) =>
  (await machinesOf(userId)).some((machine) => machine.id === id && machine.connected);

describe('pairing', () => {
  it('a code pairs one machine of its person, who alone sees, renames and removes it', async () => {
    const [ada, bob] = [crypto.randomUUID(), crypto.randomUUID()];
    const { code } = (await (await service.as(ada)('/api/machines/codes', { method: 'POST' })).json()) as {
      code: string;
    };
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const pairs = await Promise.all([1, 2, 3].map(() => post('/api/machines/pair', { code, ...about })));
    expect(pairs.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    const { id } = (await machinesOf(ada))[0]!;
    expect(await machinesOf(bob)).toEqual([]);
    const asBob = service.as(bob);
    expect((await asBob(`/api/machines/${id}`, { method: 'PATCH', json: { name: 'mine' } })).status).toBe(404);
    expect((await asBob(`/api/machines/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await problem(await asBob('/api/terminals', { method: 'POST', json: { machine_id: id } }))).toMatchObject({
      code: 'compute.no_machine',
    });
    const asAda = service.as(ada);
    expect(await problem(await asAda('/api/terminals', { method: 'POST', json: { machine_id: id } }))).toMatchObject({
      status: 409,
      code: 'compute.machine_away',
    });
    expect((await asAda(`/api/machines/${id}`, { method: 'PATCH', json: { name: 'desk\nlamp' } })).status).toBe(400);
    expect((await asAda(`/api/machines/${id}`, { method: 'PATCH', json: { name: 'desk' } })).status).toBe(204);
    expect(await machinesOf(ada)).toMatchObject([{ name: 'desk', connected: false }]);
    expect((await asAda(`/api/machines/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await machinesOf(ada)).toEqual([]);
  });

  it.each([
    ['one address', () => '192.0.2.9'],
    ['the addresses of one network', (n: number) => `2001:db8:1:2::${n + 1}`],
  ])('codes cannot be guessed from %s', async (_from, addressOf) => {
    const wrong = (n: number) => post('/api/machines/pair', { code: 'AAAA-AAAA', ...about }, addressOf(n));
    for (let n = 0; n < 10; n++) expect(await problem(await wrong(n))).toMatchObject({ code: 'compute.wrong_code' });
    const refused = await wrong(10);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

it('PC-02 a machine says each time it links whether it lets Zo only read; one that does not say it lets it write', async () => {
  const ada = crypto.randomUUID();
  const { id, token } = await paired(ada);
  const { path } = await listening(() => undefined);
  const isReadOnly = async () => {
    const [machine] = (await machinesOf(ada)) as unknown as { id: string; read_only: boolean; connected: boolean }[];
    expect(machine!.id).toBe(id);
    return machine!.connected && machine!.read_only;
  };
  for (const [said, expected] of [
    ['no&readOnly=yes', true],
    ['no', false],
  ] as const) {
    const websocket = await link(token, path, undefined, said);
    await eventually(async () => (await isReadOnly()) === expected && (await isConnected(ada, id)));
    websocket.terminate();
    await eventually(async () => !(await isConnected(ada, id)));
  }
});

it('PC-02 the assistant is given a machine only while it is connected, allowed by its person, and lets open shells', async () => {
  const [ada, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  const { id, token } = await paired(ada);
  const { path } = await listening(() => undefined);
  const set = (userId: string, json: object) =>
    service
      .as(userId)(`/api/machines/${id}`, { method: 'PATCH', json })
      .then(({ status }) => status);
  const given = async (userId = ada) => (await forAssistant(userId)).ids;
  const refusal = async (userId = ada) =>
    (await forAssistant(userId)).opening(id).then(
      () => undefined,
      ({ code, rawMessage }: ConnectError) => [Code[code], rawMessage],
    );

  const first = await link(token, path);
  await eventually(() => isConnected(ada, id));
  expect(await given()).toEqual([]);
  const closed = 'Zo may not run commands on “laptop”. Settings › Machines can allow it.';
  expect(await refusal()).toEqual(['FailedPrecondition', closed]);
  expect([await set(bob, { tools: true }), await set(ada, {}), await set(ada, { tools: true })]).toEqual([
    404, 400, 204,
  ]);
  expect([await given(), await given(bob)]).toEqual([[id], []]);
  expect(await refusal()).toBeUndefined();
  expect(await refusal(bob)).toEqual(['NotFound', 'This machine is not paired any more.']);

  first.terminate();
  await eventually(async () => !(await isConnected(ada, id)));
  expect(await given()).toEqual([]);
  const away = '“laptop” is not connected. Start zo-machine on it again.';
  expect(await refusal()).toEqual(['FailedPrecondition', away]);
  await link(token, path, undefined, 'no');
  await eventually(() => isConnected(ada, id));
  expect(await given()).toEqual([]);
  expect(await refusal()).toEqual(['FailedPrecondition', closed]);
});

describe('the link', () => {
  it('is refused without the credential of a machine that is paired', async () => {
    const ada = crypto.randomUUID();
    const { id, token } = await paired(ada);
    const statusOf = async (with_: string, query = '?folder=/&shell=yes') => {
      const websocket = new WebSocket(`${service.url.replace('http', 'ws')}/api/machines/link${query}`, {
        headers: { 'x-zo-machine': with_ },
      });
      websocket.on('error', () => undefined);
      const [, { statusCode }] = (await once(websocket, 'unexpected-response')) as [unknown, { statusCode: number }];
      return statusCode;
    };
    expect(await statusOf('')).toBe(401);
    expect(await statusOf(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
    expect(await statusOf(token.replace(id, crypto.randomUUID()))).toBe(401);
    // No id of a row, which the database would refuse.
    for (const known of [id, ada]) expect(await statusOf(token.replace(known, '-'.repeat(36)))).toBe(401);
    expect(await statusOf(token, '?shell=yes')).toBe(400);
    await service.as(ada)(`/api/machines/${id}`, { method: 'DELETE' });
    expect(await statusOf(token)).toBe(401);
  });

  it('ends when the machine is removed, and a newer one takes the place of the older', async () => {
    const ada = crypto.randomUUID();
    const { id, token } = await paired(ada);
    const { path } = await listening(() => undefined);
    const first = await link(token, path);
    await eventually(() => isConnected(ada, id));
    const firstEnded = once(first, 'close');
    const second = await link(token, path);
    await firstEnded;
    await eventually(() => isConnected(ada, id));
    const secondEnded = once(second, 'close');
    await service.as(ada)(`/api/machines/${id}`, { method: 'DELETE' });
    await secondEnded;
  });

  it('a machine that goes away is not connected any more', async () => {
    const ada = crypto.randomUUID();
    const { id, token } = await paired(ada);
    const { path } = await listening(() => undefined);
    const websocket = await link(token, path);
    await eventually(() => isConnected(ada, id));
    websocket.terminate();
    await eventually(async () => !(await isConnected(ada, id)));
  });

  it.each([
    ['never answers', () => undefined],
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['answers with endless nonsense', (socket: Socket) => void endless(socket)],
  ])('a machine that %s costs its person nothing but its own terminals', async (_what, act) => {
    const ada = crypto.randomUUID();
    const { id, token } = await paired(ada);
    const { path } = await listening(act);
    await link(token, path);
    await eventually(() => isConnected(ada, id));
    const answer = await service.as(ada)('/api/terminals');
    expect([answer.status, await answer.json()]).toEqual([200, { terminals: [] }]);
  });
});

it.each([
  ['takes no more streams', (session: ServerHttp2Session) => session.goaway()],
  ['allows no stream', (session: ServerHttp2Session) => session.settings({ maxConcurrentStreams: 0 })],
  [
    'speaks no HTTP/2',
    (_session: ServerHttp2Session, websocket: WebSocket) => websocket.send(Buffer.alloc(4_096, 'x')),
  ],
])('a machine that %s ends nothing but its own link', async (_what, act) => {
  const ada = crypto.randomUUID();
  const { token } = await paired(ada);
  const { path } = await listening(() => undefined);
  await link(token, path, act);
  const answer = await service.as(ada)('/api/terminals');
  expect([answer.status, await answer.json()]).toEqual([200, { terminals: [] }]);
});

function endless(socket: Socket): void {
  const block = Buffer.alloc(64 * 1024, 'x');
  const write = () => {
    while (!socket.destroyed && socket.write(block));
    socket.once('drain', write);
  };
  write();
}
