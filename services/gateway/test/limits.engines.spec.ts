/** Four gateway processes share one rate limit. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@zo/testing';
import { type Redis, startRedis } from '../../../infra/testing/engines/redis.js';
import { freePorts } from '../../../infra/testing/engines/ports.js';

const GATEWAYS = 4;
const LIMIT = 1_200;
const BURST = 10 * LIMIT;
const AT_ONCE = 64;
const root = new URL('../../..', import.meta.url).pathname;
let redis: Redis;
let ports: number[];
let data: string;
const gateways: ChildProcess[] = [];

beforeAll(async () => {
  redis = await startRedis();
  ports = await freePorts(GATEWAYS);
  data = mkdtempSync(join(tmpdir(), 'zo-limits-'));
  for (const port of ports) {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: 'postgres://none@none/none',
      REDIS_URL: redis.url,
      ZO_DATA: data,
      ZO_LOG_LEVEL: 'silent',
      ZO_LISTEN: '127.0.0.1',
      ZO_PROXIES: '1',
      PORT: String(port),
    };
    gateways.push(
      spawn(
        process.execPath,
        ['--import', `${root}infra/tools/build/ts-hooks.mjs`, `${root}services/gateway/src/main.ts`],
        {
          env,
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      ),
    );
  }
  await Promise.all(
    ports.map((port) =>
      eventually(() => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok), 60_000),
    ),
  );
});
afterAll(async () => {
  for (const gateway of gateways) {
    gateway.kill('SIGKILL');
    if (gateway.exitCode === null && gateway.signalCode === null) await once(gateway, 'exit');
  }
  await redis?.stop();
  rmSync(data, { recursive: true, force: true });
});

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** Requests as a visitor through a proxy that saw the address; returns status and Retry-After. */
function visit(port: number, address: string): Promise<{ status: number; retryAfter: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/auth/me',
        agent,
        headers: { host: `localhost:${port}`, 'x-forwarded-for': address },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, retryAfter: Number(answer.headers['retry-after']) }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

describe('rate limit of visitors', () => {
  it(`S12 of ${BURST} requests through ${GATEWAYS} gateways ${LIMIT} are admitted, and another visitor is not affected`, async () => {
    const statuses = new Map<number, number>();
    const waits: number[] = [];
    let left = BURST;
    const begun = performance.now();
    const hand = async () => {
      while (left-- > 0) {
        // What a client writes itself is ignored: the proxy appends its entry. A client has half of IPv6 to choose
        // from.
        const address = `10.9.9.${left % 200}, 2001:db8:0:7::${(left % 200).toString(16)}`;
        const { status, retryAfter } = await visit(ports[left % GATEWAYS]!, address);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 429) waits.push(retryAfter);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, hand));
    const took = performance.now() - begun;
    console.log(`S12: ${JSON.stringify([...statuses])} in ${Math.round(took)} ms`);
    // Each minute has a new window.
    const windows = Math.floor(took / 60_000) + 1;
    expect(Math.abs(statuses.get(401)! - windows * LIMIT)).toBeLessThanOrEqual(windows * LIMIT * 0.01);
    expect(statuses.get(401)! + statuses.get(429)!).toBe(BURST);
    expect(waits.every((seconds) => seconds >= 1 && seconds <= 60)).toBe(true);
    for (const port of ports) expect((await visit(port, '2001:db8:0:8::1')).status).toBe(401);
  });
});
