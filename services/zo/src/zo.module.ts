import { Module } from '@nestjs/common';
import { ActiveController } from './active/active.controller.js';
import { ActiveRepository } from './active/active.repository.js';
import { ActiveService } from './active/active.service.js';
import { loadZoConfig, ZO_CONFIG } from './config.js';
import { ArmingService } from './routines/arming.service.js';
import { RoutineFiles } from './routines/routine-files.js';
import { RoutinesController } from './routines/routines.controller.js';
import { RoutinesRepository } from './routines/routines.repository.js';
import { RoutinesRpc } from './routines/routines.rpc.js';
import { RoutinesService } from './routines/routines.service.js';
import { CalendarService } from './schedules/calendar.service.js';
import { Clock } from './schedules/clock.js';
import { DueRepository } from './schedules/due/due.repository.js';
import { DueTimes } from './schedules/due/due-times.js';
import { Scheduler } from './schedules/due/scheduler.js';
import { FileMarksRepository } from './schedules/files/file-marks.repository.js';
import { FileTriggers } from './schedules/files/file-triggers.js';
import { FileWatchers } from './schedules/files/file-watchers.js';
import { HookFiles } from './schedules/hooks/hook-files.js';
import { HookSecrets } from './schedules/hooks/hook-secrets.js';
import { HooksController, ScheduleHookController } from './schedules/hooks/hooks.controller.js';
import { HooksRepository } from './schedules/hooks/hooks.repository.js';
import { HooksService } from './schedules/hooks/hooks.service.js';
import { OccurrencesRepository } from './schedules/history/occurrences.repository.js';
import { MailsService } from './schedules/mails/mails.service.js';
import { RunsConsumer } from './schedules/history/runs.consumer.js';
import { RunsOfSchedules } from './schedules/history/runs.service.js';
import { Turns } from './schedules/history/turns.js';
import { SchedulesController } from './schedules/schedules.controller.js';
import { SchedulesRepository } from './schedules/schedules.repository.js';
import { SchedulesRpc } from './schedules/schedules.rpc.js';
import { SchedulesService } from './schedules/schedules.service.js';
import { Timing } from './schedules/timing.js';
import { ZofilesController } from './zofiles/zofiles.controller.js';
import { ZofilesRepository } from './zofiles/zofiles.repository.js';
import { ZofilesService } from './zofiles/zofiles.service.js';

@Module({
  // In this order: `zofiles/active` is no id.
  controllers: [
    ActiveController,
    ZofilesController,
    SchedulesController,
    ScheduleHookController,
    HooksController,
    RoutinesController,
    RunsConsumer,
  ],
  providers: [
    { provide: ZO_CONFIG, useFactory: () => loadZoConfig() },
    ActiveRepository,
    ActiveService,
    ArmingService,
    CalendarService,
    Clock,
    DueRepository,
    FileMarksRepository,
    FileTriggers,
    FileWatchers,
    DueTimes,
    HookFiles,
    HookSecrets,
    HooksRepository,
    HooksService,
    MailsService,
    OccurrencesRepository,
    RoutineFiles,
    RoutinesRepository,
    RoutinesRpc,
    RoutinesService,
    RunsOfSchedules,
    Turns,
    Scheduler,
    SchedulesRepository,
    SchedulesRpc,
    SchedulesService,
    Timing,
    ZofilesRepository,
    ZofilesService,
  ],
})
export class ZoModule {}
