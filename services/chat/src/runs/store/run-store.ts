import { Injectable } from '@nestjs/common';
import { Database } from '@zo/db';
import { LedgerRepository } from './ledger.repository.js';
import { RunsRepository } from './runs.repository.js';

/** The tables of runs and the transactions around them. */
@Injectable()
export class RunStore {
  constructor(
    readonly database: Database,
    readonly runs: RunsRepository,
    readonly ledger: LedgerRepository,
  ) {}
}
