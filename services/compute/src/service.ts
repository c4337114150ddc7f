import { ComputeService } from '@zo/proto/compute/v1';
import type { ServiceDefinition } from '@zo/bootstrap';
import { ComputeModule } from './compute.module.js';
import { ComputerRow } from './computers/computer.entity.js';
import { beginCommand, endCommand, wake } from './computers/computers.rpc.js';
import { ComputersService } from './computers/computers.service.js';
import { migrations } from './db/index.js';
import { COMPUTER_DRIVER } from './driver/computer.driver.js';
import { Machine } from './machines/machine.entity.js';
import { listMachines, openMachine } from './machines/machines.rpc.js';
import { MachinesService } from './machines/machines.service.js';
import { MachinesSocket } from './machines/machines.socket.js';
import { attachQuery, TerminalsSocket } from './terminals/terminals.socket.js';

export const compute: ServiceDefinition = {
  name: 'compute',
  module: ComputeModule,
  entities: [ComputerRow, Machine],
  migrations,
  rpc: (app) => (router) =>
    router.service(ComputeService, {
      wake: (request, context) => wake(app.get(ComputersService), request, context),
      beginCommand: (request, context) =>
        beginCommand({ computers: app.get(ComputersService), driver: app.get(COMPUTER_DRIVER) }, request, context),
      endCommand: (request, context) =>
        endCommand({ computers: app.get(ComputersService), driver: app.get(COMPUTER_DRIVER) }, request, context),
      listMachines: (_request, context) => listMachines(app.get(MachinesService), context),
      openMachine: (request, context) => openMachine(app.get(MachinesService), request, context),
    }),
  upgrade: {
    route: '/api/terminals/:id/attach',
    description:
      'A terminal of the computer: bytes of its output and input as binary messages, `resize`, `ack` and the like as ' +
      'JSON. `from` is the position in the output to go on from.',
    query: attachQuery,
    handler: (app) => app.get(TerminalsSocket).upgrade,
  },
  visitorUpgrade: {
    path: '/api/machines/link',
    handler: (app) => app.get(MachinesSocket).upgrade,
  },
};
