/** Chooses the adapters of the engines. An address in the configuration selects the adapter, here and nowhere else. */
import { join } from 'node:path';
import { type Cache, MemoryCache, RedisCache } from '@zo/cache';
import type { EngineSettings } from '@zo/config';
import type { HealthCheck } from '@zo/http';
import { FolderObjects, type ObjectStore, S3Objects, s3Settings } from '@zo/objects';
import { logger } from '@zo/observability';

export interface Engines {
  readonly cache: Cache;
  readonly objects: ObjectStore;
}

export function openEngines(config: EngineSettings, data: string): Engines {
  const cache = config.REDIS_URL ? new RedisCache(config.REDIS_URL) : new MemoryCache();
  return { cache, objects: openObjects(config, data) };
}

/** Any one S3 setting selects S3; the adapter reports which others are missing. */
export const openObjects = (config: EngineSettings, data: string): ObjectStore =>
  config.S3_ENDPOINT || config.S3_BUCKET ? new S3Objects(s3Settings(config)) : new FolderObjects(join(data, 'objects'));

/** Logs invalid engine settings at start. The process keeps running and stays not ready until they are fixed. */
export async function logFailedChecks(checks: readonly HealthCheck[], who = 'start'): Promise<void> {
  for (const { name, check } of checks)
    await check().catch((error: Error) => logger(who).error({}, `${name}: ${error.message}`));
}

/** Skips the check once it has succeeded: it checks settings, which do not change while the process runs. */
export function onceSuccessful(check: () => Promise<void>): () => Promise<void> {
  let hasSucceeded = false;
  return async () => {
    if (hasSucceeded) return;
    await check();
    hasSucceeded = true;
  };
}

export const engineChecks = ({ cache, objects }: Engines): HealthCheck[] => [
  { name: 'cache', check: () => cache.check() },
  { name: 'objects', check: () => objects.check() },
];
