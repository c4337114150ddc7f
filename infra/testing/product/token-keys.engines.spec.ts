/**
 * Rotates the keys of internal tokens under traffic, in the steps of the runbook: new processes of gateway and accounts
 * run beside the old.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadTokenKeys, TokenIssuer } from '@zo/auth';
import { eventually, type TestDatabase, testDatabase } from '@zo/testing';
import { type Redis, startRedis } from '../engines/redis.js';
import { freePairs, freePorts } from '../engines/ports.js';
import type { Engine } from '../engines/engine.js';
import { startEngine } from '../engines/runner.js';
import { openLoadBalancer, Replicas } from '../../apps/launcher/cluster/front.js';
import { checkout, Person } from './product.js';

/** Number of process generations that the test starts. */
const GENERATIONS = 5;
/** Longer than the load balancer takes to notice that a process no longer accepts connections. */
const DRAIN_MS = '1500';
/** Requests while old and new processes run: each picks one of the two at random, for both hops. */
const ENOUGH = 20;
/** Each connection occupies a port of this machine for a minute, and the processes need some too. */
const PAUSE_MS = 40;
const LOCAL = '127.0.0.1';
type Name = 'gateway' | 'accounts';

let data: string;
let database: TestDatabase;
let redis: Redis;
let replicas: Record<Name, Replicas>;
let environment: Record<string, string>;
let running: Engine[] = [];
let generation = 0;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'zo-token-keys-'));
  mkdirSync(join(data, 'secrets'));
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  const pairs = await freePairs(2 * GENERATIONS);
  replicas = { gateway: new Replicas(pairs.slice(GENERATIONS)), accounts: new Replicas(pairs.slice(0, GENERATIONS)) };
  const [http, rpc, door] = (await freePorts(3)) as [number, number, number];
  await Promise.all([
    openLoadBalancer(replicas.accounts, { port: http, host: LOCAL }),
    openLoadBalancer(replicas.accounts, { port: rpc, host: LOCAL, offset: 1 }),
    openLoadBalancer(replicas.gateway, { port: door, host: LOCAL }),
    ...Object.values(replicas).map((group) => group.watch()),
  ]);
  environment = {
    NODE_OPTIONS: '',
    DATABASE_URL: database.serviceUrl,
    REDIS_URL: redis.url,
    ZO_DATA: data,
    ZO_PUBLIC_URL: `http://${LOCAL}:${door}`,
    ZO_LISTEN: LOCAL,
    ZO_LOG_LEVEL: 'error',
    ZO_DRAIN_MS: DRAIN_MS,
    ZO_ALLOW_VOLATILE_DATABASE: '1',
    ZO_ACCOUNTS_URL: `http://${LOCAL}:${rpc}`,
    ZO_ACCOUNTS_HTTP_URL: `http://${LOCAL}:${http}`,
  };
});
afterAll(async () => {
  for (const group of Object.values(replicas ?? {})) group.close();
  await Promise.all([...running, redis].map((engine) => engine?.stop()));
  await database?.drop();
  rmSync(data, { recursive: true, force: true });
});

const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const write = (folder: string, keys: readonly string[]) =>
  writeFileSync(join(folder, 'secrets', 'internal-token.pem'), keys.join(''));
const portOf = (name: Name, of: number) => replicas[name].ports[of]!;

async function start(name: Name): Promise<Engine> {
  const port = portOf(name, generation);
  const command = [process.execPath, join(checkout, 'infra/dist/service.mjs'), name];
  const engine = await startEngine({
    name,
    folder: checkout,
    keep: true,
    command,
    env: { ...environment, PORT: String(port) },
    ready: port,
    end: 'SIGTERM',
  });
  await eventually(() => replicas[name].inTurn().includes(port));
  return engine;
}

/** Restarts both services with these keys; the old processes serve until the new ones have served beside them. */
async function roll(keys: readonly string[], mixed: () => Promise<unknown> = async () => undefined): Promise<void> {
  write(data, keys);
  const before = running;
  running = await Promise.all([start('gateway'), start('accounts')]);
  await mixed();
  await Promise.all(before.map((engine) => engine.stop()));
  generation++;
}

/** Sends requests continuously, each over a new connection, and counts the outcomes. */
function traffic(person: Person) {
  const outcomes = new Map<number, number>();
  const over = new AbortController();
  const ask = async () => {
    while (!over.signal.aborted) {
      const { status } = await person.fetch('/api/auth/me', { headers: { connection: 'close' } }).then(
        async (answer) => (await answer.text(), answer),
        () => ({ status: 0 }),
      );
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      await delay(PAUSE_MS);
    }
  };
  const asking = [ask(), ask()];
  const total = () => [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  return {
    outcomes,
    async more() {
      const wanted = total() + ENOUGH;
      await eventually(() => total() >= wanted);
    },
    async stop() {
      over.abort();
      await Promise.all(asking);
    },
  };
}

it('S10 D15 keys are rotated in three steps without a failed request; in one step some fail; a removed key is refused', async () => {
  const [old, next, third] = [newKey(), newKey(), newKey()];
  await roll([old]);
  const ada = await Person.claim({ url: environment['ZO_PUBLIC_URL']!, data });
  const load = traffic(ada);
  for (const keys of [[old, next], [next, old], [next]]) await roll(keys, load.more);
  await load.stop();
  console.log(`S10: ${load.outcomes.get(200)} requests while keys were replaced`);
  expect([...load.outcomes.keys()]).toEqual([200]);

  const signedWith = async (key: string) => {
    const folder = join(data, 'stranger');
    mkdirSync(join(folder, 'secrets'), { recursive: true });
    write(folder, [key]);
    const token = await new TokenIssuer(loadTokenKeys(folder)).mint('accounts', {
      userId: ada.me.claims.id,
      actor: 'human',
      owner: true,
    });
    return (
      await fetch(`http://${LOCAL}:${portOf('accounts', generation - 1)}/api/auth/me`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  };
  expect([await signedWith(next), await signedWith(old), await signedWith(third)]).toEqual([200, 401, 401]);

  const hasty = traffic(ada);
  await roll([third], () => eventually(() => hasty.outcomes.has(401)));
  await hasty.stop();
});
