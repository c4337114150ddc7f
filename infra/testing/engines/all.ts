/** Starts every engine of the cluster at once. */
import { type Kafka, startKafka } from './kafka.js';
import { type Postgres, startPostgres } from './postgres.js';
import { type Redis, startRedis } from './redis.js';
import { type S3, startS3 } from './s3.js';

export interface Engines {
  readonly kafka: Kafka;
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly s3: S3;
  /** Environment variables with which services find the engines. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @throws the error of the first engine that did not start; the others are stopped */
export async function startEngines({ advertised }: { readonly advertised?: string } = {}): Promise<Engines> {
  const results = await Promise.allSettled([
    startKafka({ ...(advertised && { advertised }) }),
    startPostgres(),
    startRedis(),
    startS3(),
  ] as const);
  const started = results.flatMap((result): { stop(): Promise<void> }[] =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  const stop = async () => void (await Promise.all(started.map((engine) => engine.stop())));
  const [kafka, postgres, redis, s3] = results;
  if (
    kafka.status === 'rejected' ||
    postgres.status === 'rejected' ||
    redis.status === 'rejected' ||
    s3.status === 'rejected'
  ) {
    await stop();
    throw results.find((result) => result.status === 'rejected')!.reason;
  }
  const engines = { kafka: kafka.value, postgres: postgres.value, redis: redis.value, s3: s3.value };
  return { ...engines, environment: environmentOf(engines), stop };
}

function environmentOf({ kafka, postgres, redis, s3 }: Omit<Engines, 'environment' | 'stop'>): Record<string, string> {
  return {
    DATABASE_URL: postgres.url,
    KAFKA_BROKERS: kafka.brokers.join(','),
    REDIS_URL: redis.url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}
