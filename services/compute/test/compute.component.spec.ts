import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code, createClient } from '@connectrpc/connect';
import { ComputeService } from '@zo/proto/compute/v1';
import { accountsEvents } from '@zo/proto/topics';
import { systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { subscribeLive } from '@zo/live';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually, startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import WebSocket from 'ws';
import { compute } from '../src/service.js';
import { TestHost } from './host.js';

let test: TestPlatform;
let service: TestService;
let host: TestHost;
let counter = 0;

interface View {
  id: string;
  state: string;
  sandboxed: boolean;
  reason?: string;
  busy_reason?: string;
  sleeps_in_seconds?: number;
}

/** Publishes the event of a new account. */
async function account(more: { owner?: boolean } = {}): Promise<string> {
  const userId = crypto.randomUUID();
  const handle = `person${++counter}`;
  const database = service.service.app.get(Database);
  await database.tx(systemCtx(userId), async (ctx) =>
    publish(ctx, accountsEvents, 'account.created', { userId, handle, owner: more.owner ?? false }),
  );
  return userId;
}

const view = async (userId: string) => (await (await service.as(userId)('/api/computer')).json()) as View;
const state = (userId: string, wanted: string) => eventually(async () => (await view(userId)).state === wanted);
const wakeRpc = async (userId: string, request = {}) =>
  createClient(ComputeService, serviceTransport('compute', undefined)).wake(
    request,
    await asCaller(test.platform.issuer, 'compute', systemCtx(userId)),
  );

async function attach(
  userId: string,
  id: string,
  from = 0,
): Promise<{
  socket: WebSocket;
  text: () => string;
  seq: () => number;
  first: () => { type: string; seq: number } | undefined;
}> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/terminals/${id}/attach?from=${from}`, {
    headers: { authorization: `Bearer ${await service.token(userId)}` },
  });
  let text = '';
  let seq = 0;
  let first: { type: string; seq: number } | undefined;
  socket.on('message', (data: Buffer, binary) => {
    if (binary) {
      text += data.toString();
      seq += data.length;
    } else if (!first) {
      first = JSON.parse(data.toString()) as { type: string; seq: number };
      seq = first.seq;
    }
  });
  await once(socket, 'open');
  return { socket, text: () => text, seq: () => seq, first: () => first };
}

beforeAll(async () => {
  host = await TestHost.start();
  process.env['ZO_COMPUTER_HOST'] = host.socketPath;
  process.env['ZO_IDLE_MINUTES'] = '0.05';
  test = await testPlatform();
  service = await startTestService(compute, test.platform);
});
afterAll(async () => {
  await service?.stop();
  await host?.remove();
  await test?.close();
});

describe('computers', () => {
  it('PC-01 an account gets its computer at once, started before the first request', async () => {
    const userId = await account();
    const began = performance.now();
    await state(userId, 'awake');
    console.log(`computer of a new account awake ${Math.round(performance.now() - began)} ms after the fact`);
    expect(await view(userId)).toMatchObject({ sandboxed: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  it('PC-01 concurrent wakes start one computer, also right after sign-up', async () => {
    const userId = await account();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => wakeRpc(userId)),
      ...Array.from({ length: 5 }, () => wakeRpc(userId, { onlyIfAwake: false })),
    ]);
    expect(new Set(answers.map(({ address, token, computerId }) => `${address}${token}${computerId}`)).size).toBe(1);
    expect(answers[0]!.address).toMatch(/^unix:\//);
    expect(answers[0]!.handle).toBe(`person${counter}`);
  });

  it('PC-01 an idle computer goes to sleep, announces it, and wakes with its files', async () => {
    const userId = await account();
    const states: string[] = [];
    const stopListening = await subscribeLive(service.service.app.get<Cache>(CACHE), userId, {
      onMessage: (message) => void (message.type === 'computer' && states.push(message.payload.state)),
      onMissed: () => undefined,
    });
    const me = service.as(userId);
    const terminal = (await (await me('/api/terminals', { json: { cols: 80, rows: 24 } })).json()) as { id: string };
    const { socket, text } = await attach(userId, terminal.id);
    await eventually(() => /[$#] /.test(text()));
    socket.send(Buffer.from('echo kept > file; sleep 4\n'));
    await eventually(async () => (await view(userId)).busy_reason === 'sleep is running in a terminal');
    socket.close();
    await eventually(async () => (await view(userId)).state === 'asleep');
    expect((await me('/api/system/stats')).status).toBe(409);
    expect(await (await me('/api/terminals')).json()).toEqual({ terminals: [] });
    await expect(wakeRpc(userId, { onlyIfAwake: true })).rejects.toMatchObject({ code: Code.FailedPrecondition });
    const began = performance.now();
    const woken = (await (await me('/api/computer/wake', { method: 'POST' })).json()) as View;
    console.log(`wake over HTTP ${Math.round(performance.now() - began)} ms`);
    expect(woken.state).toBe('awake');
    const { token } = await wakeRpc(userId);
    expect(token).not.toBe('');
    expect(states.filter((name, index) => name !== states[index - 1])).toEqual(
      expect.arrayContaining(['stopping', 'asleep', 'waking', 'awake']),
    );
    stopListening();
  });

  it('LP-08 stats have the shape of the specification and are those of the user’s own computer', async () => {
    const userId = await account();
    await wakeRpc(userId);
    const stats = (await (await service.as(userId)('/api/system/stats')).json()) as Record<string, unknown>;
    expect(stats).toEqual({
      os: expect.any(String),
      os_version: expect.any(String),
      arch: expect.any(String),
      cpu: {
        physical_cores: expect.any(Number),
        logical_cpus: expect.any(Number),
        usage_percent: expect.any(Number),
        frequency: expect.any(Object),
      },
      memory: {
        total_gb: expect.any(Number),
        used_gb: expect.any(Number),
        free_gb: expect.any(Number),
        percent: expect.any(Number),
      },
      disks: [
        {
          mount: '~',
          total_gb: expect.any(Number),
          used_gb: expect.any(Number),
          free_gb: expect.any(Number),
          percent: expect.any(Number),
        },
      ],
      network: { received_bytes: expect.any(Number), sent_bytes: expect.any(Number) },
      boot_time: expect.any(String),
      uptime_seconds: expect.any(Number),
      collected_at: expect.any(String),
    });
    expect((stats['memory'] as { used_gb: number }).used_gb).toBeLessThan(1);
  });

  it('S4 signed-out requests are refused, and no user reaches the terminals of another', async () => {
    const [mine, other] = [await account(), await account()];
    const { id } = (await (await service.as(mine)('/api/terminals', { json: {} })).json()) as { id: string };
    await wakeRpc(other);
    expect((await service.as(other)(`/api/terminals/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect(((await (await service.as(other)('/api/terminals')).json()) as { terminals: unknown[] }).terminals).toEqual(
      [],
    );
    const status = (headers: Record<string, string>, path = `/api/terminals/${id}/attach`) =>
      new Promise<number>((resolve) => {
        new WebSocket(`${service.url.replace('http', 'ws')}${path}`, { headers })
          .once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
          .once('open', () => resolve(101))
          .on('error', () => undefined);
      });
    expect(await status({ authorization: `Bearer ${await service.token(other)}` })).toBe(404);
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${await service.token(mine)}` }, '/api/terminals/..%2fx/attach')).toBe(
      404,
    );
    for (const path of ['/api/computer', '/api/system/stats', '/api/terminals'])
      expect((await fetch(service.url + path)).status).toBe(401);
    for (const body of [{ cols: 0 }, { cols: 1e9 }, { rows: 'x' }, { extra: 1 }])
      expect((await service.as(mine)('/api/terminals', { json: body })).status).toBe(400);
  });
});

describe('failures', () => {
  it('CH-08 PC-01 a terminal and the program in it survive a restart of the service', async () => {
    const userId = await account();
    const { id } = (await (await service.as(userId)('/api/terminals', { json: { cols: 90, rows: 30 } })).json()) as {
      id: string;
    };
    const before = await attach(userId, id);
    await eventually(() => /[$#] /.test(before.text()));
    before.socket.send(Buffer.from('while true; do echo tick-$((++n)); read -t 0.2; done\n'));
    await eventually(() => before.text().includes('tick-3'));
    before.socket.terminate();
    await once(before.socket, 'close');
    const from = before.seq();
    await service.stop();
    service = await startTestService(compute, test.platform);
    expect((await view(userId)).state).toBe('awake');
    const after = await attach(userId, id, from);
    await eventually(() => after.text().includes('tick-'));
    expect(after.first()).toMatchObject({ type: 'attached', seq: from, truncated: false });
    const ticks = [...`${before.text()}${after.text()}`.matchAll(/tick-(\d+)\r/g)].map(([, n]) => Number(n));
    expect(ticks).toEqual(ticks.map((_n, index) => index + 1));
    after.socket.close();
  });

  it('PC-01 a computer that dies is reported, and the next wake starts it again', async () => {
    const userId = await account();
    const { address } = await wakeRpc(userId);
    const { id } = (await (await service.as(userId)('/api/terminals', { json: {} })).json()) as { id: string };
    const { socket, text } = await attach(userId, id);
    await eventually(() => /[$#] /.test(text()));
    const closed = once(socket, 'close');
    socket.send(Buffer.from('kill -9 $PPID\n'));
    await closed;
    await state(userId, 'asleep');
    expect((await wakeRpc(userId)).address).toBe(address);
    await state(userId, 'awake');
  });

  it('PC-01 without a computer host a wake fails with 503, and nothing hangs', async () => {
    process.env['ZO_COMPUTER_HOST'] = join(host.data, 'nobody.sock');
    const other = await startTestService(compute, test.platform);
    try {
      const userId = await account();
      const wake = async () => {
        const answer = await other.as(userId)('/api/computer/wake', { method: 'POST' });
        return [answer.status, ((await answer.json()) as { code: string }).code];
      };
      // Until the row of the computer is made it says so.
      await eventually(async () => (await wake())[1] !== 'compute.no_computer');
      expect(await wake()).toEqual([503, 'compute.not_started']);
    } finally {
      process.env['ZO_COMPUTER_HOST'] = host.socketPath;
      await other.stop();
    }
  });

  it('CH-08 terminal bytes pass unchanged, each key as it is typed', async () => {
    await service.stop();
    service = await startTestService(compute, test.platform);
    const userId = await account();
    const { id } = (await (await service.as(userId)('/api/terminals', { json: {} })).json()) as { id: string };
    const view_ = await attach(userId, id);
    await eventually(() => /[$#] /.test(view_.text()));
    // The quotes tell the output from the echo. All that the shell says about the command comes before it.
    view_.socket.send(Buffer.from('echo re""ady; cat\n'));
    await eventually(() => view_.text().includes('ready\r\n'));
    const before = view_.text().length;
    for (let index = 1; index <= 50; index++) {
      view_.socket.send(Buffer.from('x'));
      await once(view_.socket, 'message');
      expect(view_.text().slice(before)).toBe('x'.repeat(index));
    }
    view_.socket.close();
  });
});

it('PC-01 the host, which may be root, imports only Node modules and the agent token library', () => {
  const folder = new URL('../src/host/', import.meta.url).pathname;
  const imports = readdirSync(folder).flatMap((name) =>
    [...readFileSync(folder + name, 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from),
  );
  const others = new Set(imports.filter((from) => !/^(node:|\.\/)/.test(from!)));
  expect(others).toEqual(new Set(['@zo/agent-token', '@zo/agent-token/process']));
});
