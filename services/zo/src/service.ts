import { ZofileService } from '@zo/proto/zo/v1';
import type { ServiceDefinition } from '@zo/bootstrap';
import { ActiveZofile } from './active/active-zofile.entity.js';
import { getActive } from './active/active.rpc.js';
import { ActiveService } from './active/active.service.js';
import { Zofiles1768000000000 } from './db/1768000000000-zofiles.js';
import { Zofile } from './zofiles/zofile.entity.js';
import { ZoModule } from './zo.module.js';

export const zo: ServiceDefinition = {
  name: 'zo',
  module: ZoModule,
  entities: [Zofile, ActiveZofile],
  migrations: [Zofiles1768000000000],
  rpc: (app) => (router) =>
    router.service(ZofileService, {
      getActive: (request, context) => getActive(app.get(ActiveService), request, context),
    }),
};
