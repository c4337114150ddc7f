import { expect, it } from '@jest/globals';
import { describeApi, describeHealth } from './overview.js';
import { serviceNames } from './routes.js';
import type { Upstream } from './upstream.js';

it('health tells everyone what is missing, but not its address', async () => {
  const upstream = (missing?: string) =>
    ({ health: async () => ({ ready: !missing, ...(missing && { missing }) }) }) as Upstream;
  const all = new Map(serviceNames.slice(1).map((name) => [name, upstream()]));
  expect((await describeHealth(all.set(serviceNames[0]!, upstream()))).status).toBe('ready');
  all.set('files', upstream('database: connect ECONNREFUSED 10.1.2.3:5432')).delete('chat');
  const { status, services } = await describeHealth(all);
  expect([status, services['files'], services['chat']]).toEqual([
    'degraded',
    { ready: false, missing: 'database' },
    { ready: false, missing: 'not started' },
  ]);
});

it('the API description lists the gateway’s own routes and the websockets of services', async () => {
  const sockets = { '/api/ws': { description: 'live', parameters: [] } };
  const upstream = { openapi: async () => ({ paths: {}, schemas: {}, sockets }) } as unknown as Upstream;
  const platform = { config: { ZO_PRODUCT_NAME: 'Zo' } };
  const document = await describeApi({ upstreams: new Map([['files', upstream]]), platform });
  expect(Object.keys(document['paths'] as object)).toEqual(['/api/health', '/api/openapi.json']);
  expect(document['x-websockets']).toEqual(sockets);
});
