import { expect, it } from '@jest/globals';
import { describeHealth } from './overview.js';
import { serviceNames } from './routes.js';
import type { Upstream } from './upstream.js';

it('anybody learns what is missing, and nothing of where it is', async () => {
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
