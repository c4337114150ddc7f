/** `npm run dev:cluster`: the product as a distributed system on one machine: real engines, and every service as several processes. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { defineConfig } from '@zo/shared/config';
import { startKafka } from '../../engines/kafka.js';
import { startRedis } from '../../engines/redis.js';
import { startS3 } from '../../engines/s3.js';
import { loadLauncherConfig } from '../config.js';
import { Installation, say } from '../installation.js';
import { startServices } from './services.js';

/** Each process of a service holds up to seven connections. */
const CONNECTIONS = 300;
const READY_MS = 180_000;

const config = loadLauncherConfig();
const { ZO_REPLICAS } = defineConfig({ ZO_REPLICAS: z.coerce.number().int().min(1).max(8).default(2) });
const installation = new Installation(config);

installation.run(async () => {
  const [database, engines] = await Promise.all([installation.openDatabase({ maxConnections: CONNECTIONS }), startEngines(), installation.openComputerHost()]);
  const environment = {
    ...engines,
    DATABASE_URL: database,
    ZO_PUBLIC_URL: installation.publicUrl,
    ZO_FRONTENDS: join(config.ZO_CHECKOUT, 'frontends'),
    ZO_COMPUTER_HOST: installation.hostSocket,
    NODE_COMPILE_CACHE: join(config.ZO_DATA, 'cache'),
  };
  const services = await startServices({ checkout: config.ZO_CHECKOUT, publicPort: config.PORT, replicas: ZO_REPLICAS, environment });
  installation.onStop(() => services.stop());
  for (const deadline = Date.now() + READY_MS; !services.allReady && Date.now() < deadline; ) await delay(50);
  await installation.untilReady(READY_MS);
  say(`\n${services.describe()}`);
  installation.announce();
});

/**
 * Kafka and Redis begin empty each time: the log in Postgres fills Kafka again, and what is in Redis may vanish at any time.
 * Objects stay.
 */
async function startEngines(): Promise<Record<string, string>> {
  const results = await Promise.allSettled([startKafka(), startRedis(), startS3(join(config.ZO_DATA, 'objects'))] as const);
  for (const result of results) if (result.status === 'fulfilled') installation.onStop(() => result.value.stop());
  const [kafka, redis, s3] = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }) as [Awaited<ReturnType<typeof startKafka>>, Awaited<ReturnType<typeof startRedis>>, Awaited<ReturnType<typeof startS3>>];
  return {
    KAFKA_BROKERS: kafka.brokers.join(','),
    REDIS_URL: redis.url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}
