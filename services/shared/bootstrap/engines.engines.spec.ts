import { Controller, Get, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Redis, startRedis } from '../../../infra/testing/engines/redis.js';
import { type S3, startS3 } from '../../../infra/testing/engines/s3.js';
import { FolderObjects, S3Objects } from '@zo/objects';
import { MemoryCache, RedisCache } from '@zo/cache';
import { S3Bucket } from '@zo/objects/s3.bucket';
import { eventually, startTestService, testPlatform } from '@zo/testing';

@Controller('bare')
class BareController {
  @Get()
  get() {
    return {};
  }
}
@Module({ controllers: [BareController] })
class Bare {}

let redis: Redis;
let s3: S3;
beforeAll(async () => {
  [redis, s3] = await Promise.all([startRedis(), startS3()]);
});
afterAll(() => Promise.all([redis.stop(), s3.stop()]));

const settings = () => ({
  REDIS_URL: redis.url,
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: 'not-made-yet',
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});

/** Starts a service with these settings; `health` reads its current health. */
async function started(environment: Record<string, string>) {
  const { platform, close } = await testPlatform(environment);
  const { service, stop } = await startTestService({ name: 'bare', module: Bare }, platform);
  const end = async () => {
    await stop();
    await platform.cache.close();
    await close();
  };
  return { engines: platform.engines, health: service.health, end };
}

it('without addresses a process uses its built-in engines', async () => {
  const { engines, health, end } = await started({});
  expect([engines.cache instanceof MemoryCache, engines.objects instanceof FolderObjects, await health()]).toEqual([
    true,
    true,
    { ready: true },
  ]);
  await end();
});

it('addresses select Redis and S3; a missing bucket is reported, and the service is ready once it exists', async () => {
  const { engines, health, end } = await started(settings());
  expect([engines.cache instanceof RedisCache, engines.objects instanceof S3Objects]).toEqual([true, true]);
  expect(await health()).toEqual({ ready: false, missing: 'objects: there is no bucket not-made-yet' });
  await new S3Bucket({ ...s3, bucket: 'not-made-yet' }).create();
  expect(await health()).toEqual({ ready: true });
  // An engine lost later does not change readiness, because taking the service away helps no user.
  await Promise.all([redis.kill(), s3.kill()]);
  expect(await health()).toEqual({ ready: true });
  await Promise.all([redis.restart(), s3.restart()]);
  await end();
});

it('an unreachable Redis or wrong credentials keep a service from being ready until fixed', async () => {
  await redis.kill();
  const { health, end } = await started({ REDIS_URL: redis.url });
  expect((await health()).missing).toMatch(/^cache: connect ECONNREFUSED/);
  await redis.restart();
  await eventually(async () => (await health()).ready);
  await end();
  const wrong = await started({ REDIS_URL: redis.url.replace('redis://', 'redis://somebody:wrong@') });
  expect((await wrong.health()).missing).toMatch(/^cache: .*WRONGPASS/);
  await wrong.end();
});

it('S3 settings that are incomplete are reported by name', async () => {
  const { health, end } = await started({ S3_BUCKET: 'zo-objects' });
  expect((await health()).missing).toBe(
    'objects: the setting of S3_ENDPOINT and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY is missing',
  );
  await end();
});

it('a Redis that evicts keys without expiry is refused until fixed', async () => {
  const { Redis: Client } = await import('ioredis');
  const operator = new Client(redis.url);
  await operator.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const { health, end } = await started({ REDIS_URL: redis.url });
  expect(await health()).toEqual({
    ready: false,
    missing:
      'cache: maxmemory-policy of Redis is allkeys-lru, which evicts keys that have no end: set it to noeviction or ' +
      'volatile-lru',
  });
  await operator.config('SET', 'maxmemory-policy', 'volatile-lru');
  expect(await health()).toEqual({ ready: true });
  operator.disconnect();
  await end();
});
