/** Which engines this installation has. An address in the configuration chooses the adapter, here and nowhere else. */
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

/** One of its settings means that S3 is meant; the store says which others are missing. */
export const openObjects = (config: EngineSettings, data: string): ObjectStore =>
  config.S3_ENDPOINT || config.S3_BUCKET ? new S3Objects(s3Settings(config)) : new FolderObjects(join(data, 'objects'));

/** Says at once what is wrong with the engines' configuration. The process goes on and is not ready until it is put right. */
export async function nameFaults(checks: readonly HealthCheck[], who = 'start'): Promise<void> {
  for (const { name, check } of checks)
    await check().catch((error: Error) => logger(who).error({}, `${name}: ${error.message}`));
}

/** What was fine once is not asked again: settings are for the start. */
export function untilFine(check: () => Promise<void>): () => Promise<void> {
  let isFine = false;
  return async () => {
    if (isFine) return;
    await check();
    isFine = true;
  };
}

export const engineChecks = ({ cache, objects }: Engines): HealthCheck[] => [
  { name: 'cache', check: () => cache.check() },
  { name: 'objects', check: () => objects.check() },
];
