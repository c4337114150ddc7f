/** What the installation reports about itself: whether it is ready, and its API. */
import { apiDocument, type ApiDescription, describeOpenRoute, type Health } from '@zo/http';
import { z } from 'zod';
import { needOf } from './permissions.js';
import { serviceNames } from './routes.js';
import type { Upstream } from './upstream.js';

type Upstreams = ReadonlyMap<string, Upstream>;

const healthResponse = z
  .strictObject({
    status: z.enum(['ready', 'degraded']),
    services: z.record(z.string(), z.strictObject({ ready: z.boolean(), missing: z.string().optional() })),
  })
  .meta({ id: 'InstallationHealth' });
type InstallationHealth = z.infer<typeof healthResponse>;

/** Routes that the gateway serves itself, also to visitors. */
export const publicRoutes: readonly ApiDescription[] = [
  describeOpenRoute('Gateway.health', '/api/health', healthResponse),
  describeOpenRoute('Gateway.openapi', '/api/openapi.json', z.record(z.string(), z.unknown())),
];

/**
 * `ready`, or the services that are not, with what each lacks. Anyone may ask, so it gives only names, and neither
 * addresses nor error messages.
 */
export async function describeHealth(upstreams: Upstreams): Promise<InstallationHealth> {
  const entries = await Promise.all(
    serviceNames.map(async (name): Promise<[string, Health]> => {
      const upstream = upstreams.get(name);
      const { ready, missing } = upstream ? await upstream.health() : { ready: false, missing: 'not started' };
      return [name, { ready, ...(missing && { missing: missing.split(':', 1)[0] }) }];
    }),
  );
  const ready = entries.every(([, health]) => health.ready);
  return { status: ready ? 'ready' : 'degraded', services: Object.fromEntries(entries) };
}

/** One OpenAPI document of all services. */
export async function describeApi({
  upstreams,
  platform,
}: {
  upstreams: Upstreams;
  platform: { config: { ZO_PRODUCT_NAME: string } };
}) {
  const parts = await Promise.all([...upstreams.values()].map((upstream) => upstream.openapi()));
  return withTokens(apiDocument(`${platform.config.ZO_PRODUCT_NAME} API`, [...publicRoutes, ...parts]));
}

type Json = Record<string, unknown>;

/** Names the bearer scheme, and at each operation the scope that a personal token needs for it. */
function withTokens(document: Json): Json {
  const components = document['components'] as { securitySchemes: Json };
  components.securitySchemes['token'] = { type: 'http', scheme: 'bearer', bearerFormat: 'zo_<id>_<secret>' };
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const need = needOf(method.toUpperCase(), path);
      const isPublic = (operation['security'] as unknown[]).length === 0;
      if (isPublic || need === 'person') continue;
      operation['security'] = need === 'token' ? [{ token: [] }] : [{ session: [] }, { token: [need] }];
    }
  }
  return document;
}
