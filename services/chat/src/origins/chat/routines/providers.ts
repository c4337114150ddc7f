import { RehearsalsRepository } from '../rehearsals/rehearsals.repository.js';
import { RehearsalsService } from '../rehearsals/rehearsals.service.js';
import { RoutineRunsRepository } from './routine-runs.repository.js';
import { RoutineRunsService } from './routine-runs.service.js';
import { Routines } from './routines.js';

/** What runs of routines and their rehearsals need. */
export const routineProviders = [
  RehearsalsRepository,
  RehearsalsService,
  RoutineRunsRepository,
  RoutineRunsService,
  Routines,
];
