/** PC-03 Stats, terminals and the state of a computer whose agent sends arbitrary responses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountsEvents } from '@zo/proto/topics';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish, writeOutbox } from '@zo/events';
import {
  runAgainst,
  BYTES,
  CALLS,
  eventually,
  HostileAgent,
  isLate,
  type ServiceProcess,
  startServiceProcess,
  testPlatform,
  type TestPlatform,
  warmUp,
} from '@zo/testing';
import WebSocket from 'ws';

const MALLORY = crypto.randomUUID();
const BOB = crypto.randomUUID();
let test: TestPlatform;
let service: ServiceProcess;
let hostile: HostileAgent;
let good: HostileAgent;
let host: Server;
let starts = 0;
/** Computers by id; the service compares its own with them from time to time. */
const running = new Map<string, object>();

/** A computer host that reports two computers as running elsewhere: the first account gets the hostile one. */
function keep(request: IncomingMessage, response: ServerResponse): void {
  const answer = (body: unknown) => response.end(JSON.stringify(body));
  let text = '';
  request.on('data', (data: Buffer) => (text += data.toString()));
  request.once('end', () => {
    if (request.url === '/events') return response.flushHeaders();
    if (request.method === 'GET') return answer(request.url === '/computers' ? [...running.values()] : {});
    const stopped = /^\/computers\/([^/]+)\/stop$/.exec(request.url!)?.[1];
    if (stopped) running.delete(stopped);
    if (request.url !== '/computers') return answer({});
    const { id, userId } = JSON.parse(text) as { id: string; userId: string };
    const { address, instance, secret, home } = userId === MALLORY ? hostile : good;
    const egressSocket = join(home, 'egress.sock');
    const computer = {
      id,
      address,
      instance,
      secret,
      startedAt: ++starts,
      sandboxed: true,
      reason: '',
      egressSocket,
      canClose: false,
    };
    running.set(id, computer);
    answer(computer);
  });
}

/** Publishes what the accounts service would. */
async function createAccounts(): Promise<void> {
  const database = new Database({
    service: 'accounts',
    url: test.database.serviceUrl,
    entities: [],
    migrations: [],
  });
  database.setOutbox(writeOutbox, () => undefined);
  await database.open();
  for (const userId of [MALLORY, BOB])
    await database.tx(systemCtx(userId), async (ctx) =>
      publish(ctx, accountsEvents, 'account.created', { userId, handle: `p${userId.slice(0, 8)}`, owner: false }),
    );
  await database.close();
}

beforeAll(async () => {
  [hostile, good] = [await HostileAgent.start(), await HostileAgent.start()];
  host = createServer(keep).listen(join(hostile.home, 'host.sock'));
  test = await testPlatform({
    ZO_COMPUTER_HOST: join(hostile.home, 'host.sock'),
    ZO_COMPUTER_ANSWER_MS: '1500',
    // The good agent has never been active: no time without activity puts its computer to sleep.
    ZO_IDLE_MINUTES: '1e9',
  });
  service = await startServiceProcess(test, {
    module: new URL('../src/service.ts', import.meta.url).href,
    name: 'compute',
  });
  await createAccounts();
  for (const userId of [MALLORY, BOB])
    await eventually(async () => (await service.as(userId)('/api/system/stats')).status === 200);
  await warmUp({ hostile, usage: service.usage, requests: { ...OVER_RPC, attach }, other });
});
afterAll(async () => {
  await service.stop();
  host.closeAllConnections();
  host.close();
  await hostile.stop();
  await good.stop();
  await test.close();
});

const ask = (path: string, init?: object) => async () => {
  const answer = await service.as(MALLORY)(`/api/${path}`, init);
  await answer.arrayBuffer();
  return answer.status;
};

const attach = async () => {
  const headers = { authorization: `Bearer ${await service.token(MALLORY)}` };
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/terminals/0123456789abcdef/attach`, {
    headers,
  });
  return new Promise<number | string>((resolve) => {
    socket
      .once('unexpected-response', (_request, response) => (response.destroy(), resolve(response.statusCode ?? 0)))
      .once('open', () => (socket.terminate(), resolve(101)))
      .on('error', () => resolve('cut off'));
  });
};

const OVER_RPC = {
  stats: ask('system/stats'),
  'list of terminals': ask('terminals'),
  'a new terminal': ask('terminals', { json: {} }),
  'a closed terminal': ask('terminals/0123456789abcdef', { method: 'DELETE' }),
  state: ask('computer'),
};
/** A response head that is no upgrade is refused at once, whatever follows it. */
const REFUSED = BYTES.filter((name) => name !== 'bytes: stops in the middle');
const other = async () => expect((await service.as(BOB)('/api/system/stats')).status).toBe(200);

describe('a hostile agent', () => {
  it.each(CALLS)('PC-03 %s: every request is answered, and other users are served', async (behaviour) => {
    const statuses = await runAgainst({ hostile, usage: service.usage, behaviour, requests: OVER_RPC, other });
    const { state, ...others } = statuses;
    expect(state).toBe(200);
    const allowed = isLate(behaviour) ? [200, 502, 503] : [502, 503];
    for (const [name, status] of Object.entries(others))
      expect({ name, status: [...allowed, 404] }).toEqual({ name, status: expect.arrayContaining([status]) });
  });

  it.each(REFUSED)('PC-03 %s: attaching to a terminal ends, and other users are served', async (behaviour) => {
    const statuses = await runAgainst({ hostile, usage: service.usage, behaviour, requests: { attach }, other });
    expect(statuses['attach']).not.toBe(500);
  });
});
