import { Injectable } from '@nestjs/common';
import { Database } from '@zo/db';
import { LedgerRepository } from './ledger.repository.js';
import { CallPicturesRepository } from './call-pictures.repository.js';
import { RunInputsRepository } from './run-inputs.repository.js';
import { ParkingRepository } from './parking.repository.js';
import { RunsRepository } from './runs.repository.js';

/** The repositories of runs, and the database for their transactions. */
@Injectable()
export class RunStore {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    readonly database: Database,
    readonly runs: RunsRepository,
    readonly ledger: LedgerRepository,
    readonly inputs: RunInputsRepository,
    readonly parking: ParkingRepository,
    readonly pictures: CallPicturesRepository,
  ) {}
}
