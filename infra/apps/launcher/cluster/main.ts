/**
 * `npm run dev:cluster`: runs the product as a distributed system on one machine, with real engines and several
 * processes of every service.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { defineConfig } from '@zo/config';
import { startKafka } from '../../../testing/engines/kafka.js';
import { startRedis } from '../../../testing/engines/redis.js';
import { startS3 } from '../../../testing/engines/s3.js';
import { loadLauncherConfig } from '../config.js';
import { Installation, say } from '../installation.js';
import { compileCache } from '../node-options.js';
import { requireValidSettings } from '../settings.js';
import { startServices } from './services.js';

/** Each process of a service holds up to seven connections. */
const CONNECTIONS = 300;
const READY_MS = 180_000;

requireValidSettings();
const config = loadLauncherConfig();
const { ZO_REPLICAS, KAFKA_BROKERS, REDIS_URL, S3_ENDPOINT } = defineConfig({
  ZO_REPLICAS: z.coerce.number().int().min(1).max(8).default(2),
  /**
   * External engines, such as those of docker-compose.yml; their other settings are passed to the services unchanged.
   */
  KAFKA_BROKERS: z.string().optional(),
  REDIS_URL: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
});
const installation = new Installation(config);

installation.run(async () => {
  const [database, engines] = await Promise.all([
    installation.openDatabase({ maxConnections: CONNECTIONS }),
    startEngines(),
    installation.openComputerHost(),
  ]);
  const environment = {
    ...engines,
    DATABASE_URL: database,
    ZO_PUBLIC_URL: installation.publicUrl,
    ZO_FRONTENDS: join(config.ZO_CHECKOUT, 'frontends'),
    ZO_COMPUTER_HOST: installation.hostSocket,
    NODE_COMPILE_CACHE: compileCache(config.ZO_CHECKOUT),
  };
  const services = await startServices({
    checkout: config.ZO_CHECKOUT,
    publicPort: config.PORT,
    replicas: ZO_REPLICAS,
    environment,
  });
  installation.onStop(() => services.stop());
  for (const deadline = Date.now() + READY_MS; services.missing.length > 0 && Date.now() < deadline;) await delay(50);
  for (const line of services.missing) say(`  Not ready: ${line}`);
  if (!(await installation.untilReady(READY_MS))) return;
  say(`\n${services.describe()}`);
  installation.announce();
});

/**
 * Starts the engines that are not configured. Kafka and Redis start empty each time: the log in Postgres fills Kafka
 * again, and the content of Redis is expendable. Objects are kept.
 */
async function startEngines(): Promise<Record<string, string>> {
  const results = await Promise.allSettled([
    KAFKA_BROKERS ? {} : kept(startKafka()).then(({ brokers }) => ({ KAFKA_BROKERS: brokers.join(',') })),
    REDIS_URL ? {} : kept(startRedis()).then(({ url }) => ({ REDIS_URL: url })),
    S3_ENDPOINT
      ? {}
      : kept(startS3(join(config.ZO_DATA, 'objects'))).then(
          ({ endpoint, bucket, region, accessKeyId, secretAccessKey }) => ({
            S3_ENDPOINT: endpoint,
            S3_BUCKET: bucket,
            S3_REGION: region,
            S3_ACCESS_KEY_ID: accessKeyId,
            S3_SECRET_ACCESS_KEY: secretAccessKey,
          }),
        ),
  ]);
  return Object.assign(
    {},
    ...results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    }),
  ) as Record<string, string>;
}

/** Stops the engine together with the installation. */
async function kept<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const engine = await starting;
  installation.onStop(() => engine.stop());
  return engine;
}
