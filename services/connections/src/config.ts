import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

export const connectionsSettings = {
  /** Tests: `https://host/path` of an app is asked at `<relay>/host/path` instead. */
  ZO_APPS_RELAY: z.url().optional(),
};

export const loadConnectionsConfig = (env?: Environment) => defineConfig(connectionsSettings, env);

export type ConnectionsConfig = ReturnType<typeof loadConnectionsConfig>;
export const CONNECTIONS_CONFIG = Symbol('connections config');
