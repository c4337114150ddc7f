import type { ServiceDefinition } from '@zo/bootstrap';
import { Files1767000000000 } from './db/1767000000000-files.js';
import { NoInbox1767300000000 } from './db/1767300000000-no-inbox.js';
import { FilesModule } from './files.module.js';
import { LiveSocket, position } from './live/live.socket.js';
import { Trashed } from './trash/trashed.entity.js';

export const files: ServiceDefinition = {
  name: 'files',
  module: FilesModule,
  entities: [Trashed],
  migrations: [Files1767000000000, NoInbox1767300000000],
  upgrade: {
    route: '/api/ws',
    description:
      'Messages in JSON: `subscribed`; once the computer is awake `hello`, or `resync` after a gap; then `fs_event` and other live messages. Takes `{"type":"ping"}` only, answered by `pong`.',
    query: position,
    handler: (app) => app.get(LiveSocket).upgrade,
  },
  // A save carries the whole text; escapes can double it on the wire.
  jsonLimit: '32mb',
};
