import { liveMessage, liveRequest } from '@zo/proto/live';
import type { ServiceDefinition } from '@zo/bootstrap';
import { GatewayAdapter } from '@zo/websockets';
import { Files1767000000000 } from './db/1767000000000-files.js';
import { NoInbox1767300000000 } from './db/1767300000000-no-inbox.js';
import { TrashedTold1769200000000 } from './db/1769200000000-trashed-told.js';
import { FilesModule } from './files.module.js';
import { LIVE_ROUTE, position } from './live/live.gateway.js';
import { Trashed } from './trash/trashed.entity.js';

export const files: ServiceDefinition = {
  name: 'files',
  module: FilesModule,
  entities: [Trashed],
  migrations: [Files1767000000000, NoInbox1767300000000, TrashedTold1769200000000],
  upgrade: {
    route: LIVE_ROUTE,
    description:
      'First `subscribed`; once the computer is awake `hello`, or `resync` after a gap; then what happens. ' +
      'A ping is answered by `pong`, `watch` by `machine_watching` once the machine tells of its changes.',
    query: position,
    messages: { sent: liveMessage, taken: liveRequest },
    gateways: () => new GatewayAdapter(),
  },
  // A save contains the whole text, which JSON escapes can double in size.
  jsonLimit: '32mb',
};
