/** PC-01 A computer that stops answering is detected, and comes back with its files. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@connectrpc/connect';
import { ComputeService } from '@zo/proto/compute/v1';
import { accountsEvents } from '@zo/proto/topics';
import { systemCtx } from '@zo/auth';
import { MemoryCache } from '@zo/cache';
import { Computer, Computers } from '@zo/computer-client';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually, startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { LocalComputers } from '../src/driver/local.adapter.js';
import { compute } from '../src/service.js';
import { processesOf, TestHost } from './host.js';

const ANSWER_MS = 1_500;
/** The host waits this long for the stopped agents, which is most of the time that these tests take. */
const PING_TIMEOUT_MS = 500;
let test: TestPlatform;
let service: TestService;
let host: TestHost;
let counter = 0;

interface View {
  readonly id: string;
  readonly state: string;
  readonly started_at: string;
}

beforeAll(async () => {
  host = await TestHost.start({ pingTimeoutMs: PING_TIMEOUT_MS });
  process.env['ZO_COMPUTER_HOST'] = host.socketPath;
  process.env['ZO_COMPUTER_ANSWER_MS'] = String(ANSWER_MS);
  process.env['ZO_IDLE_MINUTES'] = '0.05';
  test = await testPlatform();
  service = await startTestService(compute, test.platform);
});
afterAll(async () => {
  await service?.stop();
  await host?.remove();
  await test?.close();
  for (const name of ['ZO_COMPUTER_HOST', 'ZO_COMPUTER_ANSWER_MS', 'ZO_IDLE_MINUTES']) delete process.env[name];
});

/** A user with a running computer, and the number of that computer on this machine. */
async function account(): Promise<{ userId: string; number: number }> {
  const userId = crypto.randomUUID();
  const number = ++counter;
  await service.service.app
    .get(Database)
    .tx(systemCtx(userId), async (ctx) =>
      publish(ctx, accountsEvents, 'account.created', { userId, handle: `person${number}`, owner: false }),
    );
  await wake(userId);
  return { userId, number };
}
const view = async (userId: string) => (await (await service.as(userId)('/api/computer')).json()) as View;
/** A busy machine may take longer than `ANSWER_MS` for a single answer. */
const untilAnswering = (userId: string) =>
  eventually(async () => (await service.as(userId)('/api/system/stats')).status === 200);
const wake = async (userId: string) => (await service.as(userId)('/api/computer/wake', { method: 'POST' })).status;

async function agentOf(userId: string): Promise<Computer> {
  const { address, token, instance, computerId } = await createClient(
    ComputeService,
    serviceTransport('compute', undefined),
  ).wake({}, await asCaller(test.platform.issuer, 'compute', systemCtx(userId)));
  return new Computer({ address, secret: token, instance, computerId });
}

/** Stops the agent from a shell of the computer, as a user can in a terminal. */
async function stopAgent({ userId, number }: { userId: string; number: number }): Promise<void> {
  const agents = () =>
    processesOf(host.uidOf(number)).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('agent.mjs'));
  const computer = await agentOf(userId);
  const running = computer.processes.run({ command: 'kill -STOP $(pgrep -f agent.mjs)' })[Symbol.asyncIterator]();
  running.next().catch(() => undefined);
  const isStopped = (pid: number) => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  await eventually(() => agents().some(isStopped));
  computer.close();
}

describe('a computer whose agent does not answer', () => {
  it('PC-01 is started anew by the next wake, with its files', async () => {
    const person = await account();
    const { id, started_at } = await view(person.userId);
    const file = join(host.data, 'homes', id, 'workspace', 'kept.txt');
    const computer = await agentOf(person.userId);
    for await (const _event of computer.processes.run({ command: 'echo kept > ~/workspace/kept.txt' }));
    computer.close();
    await stopAgent(person);
    // Before it is stopped, requests get an error instead of no response at all.
    const stats = await service.as(person.userId)('/api/system/stats');
    expect([stats.status, stats.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await stats.json()).toMatchObject({ detail: expect.stringContaining('does not answer') });
    expect((await service.as(person.userId)('/api/terminals')).status).toBe(503);
    expect(await wake(person.userId)).toBe(200);
    const after = await view(person.userId);
    expect([after.state, after.started_at === started_at]).toEqual(['awake', false]);
    await untilAnswering(person.userId);
    expect(readFileSync(file, 'utf8')).toBe('kept\n');
  });

  it('PC-01 concurrent wakes start it anew once', async () => {
    const person = await account();
    await stopAgent(person);
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => wake(person.userId))))).toEqual(new Set([200]));
    expect(
      execFileSync('ls', [join(host.data, 'run')])
        .toString()
        .split('\n'),
    ).toContain(`c${person.number}`);
    expect((await view(person.userId)).state).toBe('awake');
  });

  it('PC-01 goes to sleep like any other without requests', async () => {
    const person = await account();
    await stopAgent(person);
    await eventually(async () => (await view(person.userId)).state === 'asleep');
    expect(await wake(person.userId)).toBe(200);
    await untilAnswering(person.userId);
  });
});

describe('a computer that another process stops', () => {
  it('PC-01 refuses work, which then runs on the computer started anew', async () => {
    const { userId } = await account();
    const { id, started_at } = await view(userId);
    const home = join(host.data, 'homes', id);
    // A cache of its own, so that no message says that the computer stops.
    const computers = new Computers(test.platform.issuer, undefined, { cache: new MemoryCache() });
    const run = (command: string) =>
      computers.use(systemCtx(userId), async (computer) => {
        for await (const _event of computer.processes.run({ command }));
      });
    // It takes as long to stop as this hook of its user.
    const hook = '#!/bin/sh\ntouch ~/stopping; until [ -e ~/go ]; do sleep 0.1; done\n';
    await run('mkdir -p ~/.computer/hooks');
    writeFileSync(join(home, '.computer/hooks/pre-stop'), hook, { mode: 0o755 });
    const stopped = new LocalComputers(host.socketPath).stop(id);
    await eventually(() => existsSync(join(home, 'stopping')));
    const after = run('echo late >> ~/workspace/late.txt');
    const woken = wake(userId);
    writeFileSync(join(home, 'go'), '');
    await stopped;
    expect([await woken, (await view(userId)).started_at === started_at]).toEqual([200, false]);
    await after;
    expect(readFileSync(join(home, 'workspace/late.txt'), 'utf8')).toBe('late\n');
  });
});

describe('a computer whose host is away', () => {
  // The last one: its second service ends the calls of the first within this process.
  it('PC-01 CH-08 is not taken for asleep: who asks for it or its terminals gets an error', async () => {
    const { userId } = await account();
    process.env['ZO_COMPUTER_HOST'] = join(host.data, 'run', 'nobody.sock');
    const restarted = await startTestService(compute, test.platform);
    process.env['ZO_COMPUTER_HOST'] = host.socketPath;
    try {
      for (const path of ['/api/computer', '/api/terminals', '/api/system/stats']) {
        const response = await restarted.as(userId)(path);
        expect([path, response.status, await response.json()]).toEqual([
          path,
          503,
          expect.objectContaining({ code: 'compute.host_away' }),
        ]);
      }
    } finally {
      await restarted.stop();
    }
  });
});
