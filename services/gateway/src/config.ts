import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

/** Addresses of services that run as processes of their own, and the folder of the built frontends. */
export const gatewaySettings = {
  /** How many proxies of ours are in front of it; each appends the address of its client to `X-Forwarded-For`. */
  ZO_PROXIES: z.coerce.number().int().min(0).default(0),
  /** How long a visitor's request body may take in all, and how long the body of a signed-in user may be idle. */
  ZO_VISITOR_BODY_MS: z.coerce.number().int().min(100).default(15_000),
  ZO_BODY_IDLE_MS: z.coerce.number().int().min(100).default(60_000),
  ZO_FRONTENDS: z.string().default('frontends'),
  /** Development: dev servers instead of built files, `shell=http://127.0.0.1:4701,workspace=…`. */
  ZO_DEV_FRONTENDS: z.string().optional(),
  ZO_FILES_URL: z.url().optional(),
  ZO_UPLOADS_URL: z.url().optional(),
  ZO_CHAT_URL: z.url().optional(),
  ZO_COMPUTE_HTTP_URL: z.url().optional(),
  ZO_ACCOUNTS_HTTP_URL: z.url().optional(),
  ZO_ZO_HTTP_URL: z.url().optional(),
  ZO_CHANNELS_HTTP_URL: z.url().optional(),
  ZO_CONNECTIONS_HTTP_URL: z.url().optional(),
};

export const loadGatewayConfig = (env?: Environment) => defineConfig(gatewaySettings, env);

/** Limits of request bodies. */
export const bodiesOf = (config: ReturnType<typeof loadGatewayConfig>) => ({
  visitorMs: config.ZO_VISITOR_BODY_MS,
  idleMs: config.ZO_BODY_IDLE_MS,
});
