import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

export const zoSettings = {
  /** Users whose files a process watches at a time; where more have schedules that files start, they take turns. */
  ZO_FILE_USERS: z.coerce.number().int().min(1).default(2_000),
  /** Interval at which the users with such schedules are looked up. */
  ZO_FILE_POLL_MS: z.coerce.number().int().min(10).default(15_000),
};

export const loadZoConfig = (env?: Environment) => defineConfig(zoSettings, env);

export type ZoConfig = ReturnType<typeof loadZoConfig>;
/** DI token of the settings. */
export const ZO_CONFIG = Symbol('zo config');
