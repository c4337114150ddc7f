import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { Redis as Client } from 'ioredis';
import { type Redis, startRedis } from '../../../infra/testing/engines/redis.js';
import { eventually } from '@zo/testing/service';
import { cacheConformance } from './cache.conformance.js';
import type { Cache } from './cache.js';
import { RedisCache } from './redis.adapter.js';

const MINUTE = 60_000;
/** For tests that are not about timeouts: a busy machine is no outage. */
const PATIENT = { responseTimeoutMs: MINUTE, connectTimeoutMs: MINUTE };
const ADVANCE = `for _, key in ipairs(redis.call('KEYS', '*')) do
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end
end`;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

cacheConformance('Redis', async () => {
  const redis = await startRedis();
  const [cache, elsewhere] = [new RedisCache(redis.url, PATIENT), new RedisCache(redis.url, PATIENT)];
  const close = async () => {
    await Promise.all([cache.close(), elsewhere.close()]);
    await redis.stop();
  };
  return { cache, elsewhere, advance: (ms) => advance(redis, ms), close };
});

describe('Redis with outages', () => {
  let redis: Redis;
  let clients: Cache[];
  beforeAll(async () => {
    redis = await startRedis();
    clients = Array.from({ length: 4 }, () => new RedisCache(redis.url, PATIENT));
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await redis.stop();
  });

  it('S12 a burst of ten times the limit through four clients lets exactly the limit through', async () => {
    const limit = 500;
    let allowed = 0;
    const calls = Array.from({ length: limit * 10 }, async (_, n) => {
      const { value } = await clients[n % 4]!.increment('limit:burst', MINUTE);
      if (value <= limit) allowed += 1;
    });
    await Promise.all(calls);
    expect(allowed).toBe(limit);
  });

  it('S12 over five windows, which end in the middle of a burst, the allowed count stays within one per cent', async () => {
    const [limit, full] = [200, 5];
    let [begun, allowed] = [0, 0];
    await Promise.all(
      clients.map(async (client) => {
        while (begun <= full) {
          const { value } = await client.increment('limit:windows', MINUTE);
          if (value === 1) begun += 1;
          if (value <= limit && begun <= full) allowed += 1;
          if (value === 2 * limit) await advance(redis, MINUTE);
        }
      }),
    );
    expect(Math.abs(allowed / (limit * full) - 1)).toBeLessThanOrEqual(0.01);
  });

  it('D5 after five flushes, kills and restarts no nonce was accepted twice, and subscriptions work again', async () => {
    const received = clients.map(() => new Set<string>());
    const missed = clients.map(() => 0);
    const stops = await Promise.all(
      clients.map((client, n) =>
        client.subscribe(
          'news',
          (text) => received[n]!.add(text),
          () => (missed[n]! += 1),
        ),
      ),
    );
    const accepted = new Map<string, number>();
    for (let round = 0; round < 5; round++) {
      const tickets = await issue(clients[0]!, 200);
      const storm = takeAll(clients, tickets, accepted);
      if (round % 2) await flush(redis);
      await redis.kill();
      await storm;
      // The data of the append-only file is back.
      await redis.restart();
      await eventually(async () =>
        (await Promise.all(clients.map((client) => codeOf(client.get('x'))))).every((code) => code === 'done'),
      );
      await takeAll(clients, tickets, accepted);
      await eventually(async () => {
        await clients[round % 4]!.publish('news', `round ${round}`);
        return received.every((all) => all.has(`round ${round}`));
      });
    }
    expect(Array.from(accepted.values()).filter((times) => times > 1)).toEqual([]);
    expect(accepted.size).toBeGreaterThan(0);
    expect(missed.every((times) => times >= 5)).toBe(true);
    for (const stop of stops) stop();
  });

  it('D5 a used nonce stays used when the server returns with an older state', async () => {
    const [cache] = clients as [Cache];
    await cache.set('old', 'ticket', { ttlMs: MINUTE });
    const before = `${redis.folder}-before`;
    cpSync(redis.folder, before, { recursive: true });
    expect(await cache.take('old')).toBe('ticket');
    await redis.kill();
    // As after a power cut, or a failover to a replica that lags behind.
    rmSync(redis.folder, { recursive: true });
    renameSync(before, redis.folder);
    await redis.restart();
    await eventually(async () => (await codeOf(cache.get('x'))) === 'done');
    expect(await cache.take('old')).toBeUndefined();
  });

  it('D5 during an outage operations that protect secrets fail, load limits count per process, messages stay in the process', async () => {
    const cache = new RedisCache(redis.url);
    for (const lose of [() => redis.kill(), async () => redis.signal('SIGSTOP')]) {
      await lose();
      await eventually(async () => (await codeOf(cache.take('x'))) === 'cache.away');
      const refused = [
        cache.take('x'),
        cache.increment('attempts', MINUTE),
        cache.set('x', 'y', { ttlMs: MINUTE }),
        cache.lock('x', MINUTE),
      ];
      expect(await Promise.all(refused.map(codeOf))).toEqual(Array.from({ length: 4 }, () => 'cache.away'));
      const limit = `visits:${crypto.randomUUID()}`;
      for (let n = 1; n <= 3; n++)
        expect(await cache.increment(limit, MINUTE, { aloneIfAway: true })).toMatchObject({ value: n });
      const received: string[] = [];
      const stop = await cache.subscribe('here', (text) => received.push(text));
      await cache.publish('here', 'while away');
      expect(received).toEqual(['while away']);
      redis.signal('SIGCONT');
      await redis.restart();
      await eventually(async () => (await codeOf(cache.take('x'))) === 'done');
      await eventually(async () => {
        await clients[1]!.publish('here', 'back');
        return received.includes('back');
      });
      stop();
    }
    await eventually(() => cache.check().then(() => true));
    await cache.close();
  });

  it('an unreachable address is reported, and nothing hangs', async () => {
    const lost = new RedisCache('redis://127.0.0.1:1');
    await expect(lost.check()).rejects.toThrow(/ECONNREFUSED/);
    expect(await codeOf(lost.get('x'))).toBe('cache.away');
    await lost.close();
  });
});

async function issue(cache: Cache, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `ticket:${crypto.randomUUID()}`);
  await Promise.all(names.map((name) => cache.set(name, 'valid', { ttlMs: 30_000 })));
  return names;
}

/**
 * Every client tries every nonce; counts the accepted ones. A refusal and an unreachable store look the same to the
 * caller.
 */
async function takeAll(
  clients: readonly Cache[],
  tickets: readonly string[],
  accepted: Map<string, number>,
): Promise<void> {
  for (const ticket of tickets) {
    const got = await Promise.all(clients.map((client) => client.take(ticket).catch(() => undefined)));
    const times = got.filter(Boolean).length;
    if (times > 0) accepted.set(ticket, (accepted.get(ticket) ?? 0) + times);
  }
}

async function administer(redis: Redis, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(redis.url);
  await work(client);
  client.disconnect();
}

const flush = (redis: Redis) => administer(redis, (client) => client.flushall());

/** Brings all expiries nearer, as if the time had passed. */
const advance = (redis: Redis, ms: number) => administer(redis, (client) => client.eval(ADVANCE, 0, Math.ceil(ms)));
