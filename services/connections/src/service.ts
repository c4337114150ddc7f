import type { ServiceDefinition } from '@zo/bootstrap';
import { AppClient } from './clients/app-client.entity.js';
import { Connection, Consent } from './connections/connection.entity.js';
import { ConnectionsModule } from './connections.module.js';
import { Connections1770100000000 } from './db/1770100000000-connections.js';

export const connections: ServiceDefinition = {
  name: 'connections',
  module: ConnectionsModule,
  entities: [AppClient, Connection, Consent],
  migrations: [Connections1770100000000],
};
