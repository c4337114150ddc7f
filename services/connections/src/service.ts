import type { ServiceDefinition } from '@zo/bootstrap';
import { AppService } from '@zo/proto/connections/v1';
import { AppClient } from './clients/app-client.entity.js';
import { Connection, Consent } from './connections/connection.entity.js';
import { ConnectionsModule } from './connections.module.js';
import { Connections1770100000000 } from './db/1770100000000-connections.js';
import { AppTools1770600000000 } from './db/1770600000000-app-tools.js';
import { RefusedClients1771100000000 } from './db/1771100000000-refused-clients.js';
import { AppsRpc } from './tools/apps.rpc.js';

export const connections: ServiceDefinition = {
  name: 'connections',
  module: ConnectionsModule,
  entities: [AppClient, Connection, Consent],
  migrations: [Connections1770100000000, AppTools1770600000000, RefusedClients1771100000000],
  rpc: (app) => (router) => {
    const rpc = app.get(AppsRpc);
    router.service(AppService, {
      listApps: (_request, context) => rpc.list(context),
      callTool: (request, context) => rpc.call(request, context),
    });
  },
};
