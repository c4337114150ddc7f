import { RoutineService, ScheduleService, ZofileService } from '@zo/proto/zo/v1';
import type { ServiceDefinition } from '@zo/bootstrap';
import { ActiveZofile } from './active/active-zofile.entity.js';
import { getActive } from './active/active.rpc.js';
import { ActiveService } from './active/active.service.js';
import { Schedules1769300000000 } from './db/1769300000000-schedules.js';
import { Routines1769600000000 } from './db/1769600000000-routines.js';
import { ArmedRoutines1769900000000 } from './db/1769900000000-armed-routines.js';
import { RoutineInputs1770300000000 } from './db/1770300000000-routine-inputs.js';
import { Triggers1770300100000 } from './db/1770300100000-triggers.js';
import { Hooks1770300200000 } from './db/1770300200000-hooks.js';
import { Retries1770300300000 } from './db/1770300300000-retries.js';
import { MailTriggers1770400100000 } from './db/1770400100000-mail-triggers.js';
import { BodiesOfOver1771200000000 } from './db/1771200000000-bodies-of-over.js';
import { Steps1770400000000 } from './db/1770400000000-steps.js';
import { Zofiles1768000000000 } from './db/1768000000000-zofiles.js';
import { RoutineRow } from './routines/routine.entity.js';
import { RoutinesRpc } from './routines/routines.rpc.js';
import { FileMark } from './schedules/files/file-mark.entity.js';
import { Occurrence } from './schedules/history/occurrence.entity.js';
import { HookBody } from './schedules/hooks/hook-body.entity.js';
import { Schedule, TimeZone } from './schedules/schedule.entity.js';
import { SchedulesRpc } from './schedules/schedules.rpc.js';
import { Zofile } from './zofiles/zofile.entity.js';
import { ZoModule } from './zo.module.js';

export const zo: ServiceDefinition = {
  name: 'zo',
  module: ZoModule,
  rawBodies: '/api/hooks',
  entities: [Zofile, ActiveZofile, Schedule, Occurrence, TimeZone, RoutineRow, FileMark, HookBody],
  migrations: [
    Zofiles1768000000000,
    Schedules1769300000000,
    Routines1769600000000,
    ArmedRoutines1769900000000,
    RoutineInputs1770300000000,
    Triggers1770300100000,
    Hooks1770300200000,
    Retries1770300300000,
    Steps1770400000000,
    MailTriggers1770400100000,
    BodiesOfOver1771200000000,
  ],
  rpc: (app) => (router) => {
    const schedules = app.get(SchedulesRpc);
    router.service(ZofileService, {
      getActive: (request, context) => getActive(app.get(ActiveService), request, context),
    });
    router.service(RoutineService, {
      getRoutine: (request, context) => app.get(RoutinesRpc).get(request, context),
    });
    router.service(ScheduleService, {
      getOccurrence: (request, context) => schedules.getOccurrence(request, context),
      createSchedule: (request, context) => schedules.create(request, context),
      editSchedule: (request, context) => schedules.edit(request, context),
      takeMail: (request, context) => schedules.takeMail(request, context),
    });
  },
};
