/** Processes that claim due times in one database, at a time of the test's choosing. */
import { MemoryCache } from '@zo/cache';
import { adminUrlOptions, Database } from '@zo/db';
import { writeOutbox } from '@zo/events';
import { LivePublisher } from '@zo/live';
import { eventually, type TestDatabase, testDatabase } from '@zo/testing';
import { Client } from 'pg';
import { Clock } from '../src/schedules/clock.js';
import { DueRepository } from '../src/schedules/due/due.repository.js';
import { DueTimes } from '../src/schedules/due/due-times.js';
import { Scheduler } from '../src/schedules/due/scheduler.js';
import { OccurrencesRepository } from '../src/schedules/history/occurrences.repository.js';
import { RunsOfSchedules } from '../src/schedules/history/runs.service.js';
import { Turns } from '../src/schedules/history/turns.js';
import { HooksRepository } from '../src/schedules/hooks/hooks.repository.js';
import { SchedulesRepository } from '../src/schedules/schedules.repository.js';
import { zo } from '../src/service.js';

class SetClock extends Clock {
  at = Date.parse('2026-11-26T12:00:00Z');
  override now = () => this.at;
}

export interface Process {
  readonly database: Database;
  readonly due: DueTimes;
  readonly runs: RunsOfSchedules;
}

interface NewSchedule {
  readonly userId?: string;
  readonly rrule?: string;
  readonly zone?: string;
  readonly nextAt?: Date;
  readonly misfire?: string;
  readonly overlap?: string;
}

export interface Row {
  readonly due_at: Date;
  readonly state: string;
  readonly schedule_id: string;
  readonly user_id: string;
}

export class Claims {
  readonly clock = new SetClock();
  readonly admin: Client;
  private readonly processes: Process[] = [];

  private constructor(private readonly test: TestDatabase) {
    this.admin = new Client(adminUrlOptions(test.adminUrl));
  }

  static async start(): Promise<Claims> {
    const claims = new Claims(await testDatabase());
    await claims.admin.connect();
    return claims;
  }

  async process(): Promise<Process> {
    const { entities, migrations = [] } = zo;
    const database = new Database({ service: 'zo', url: this.test.serviceUrl, entities: entities!, migrations });
    database.setOutbox(writeOutbox, () => undefined);
    await database.open();
    const live = new LivePublisher<'zo'>(new MemoryCache(), 'zo');
    const due = new DueTimes(database, new DueRepository(), live, this.clock);
    const repositories = [new SchedulesRepository(), new OccurrencesRepository()] as const;
    // Closed, because the test says when it is looked for what is due.
    const scheduler = new Scheduler(due, this.clock);
    await scheduler.onModuleDestroy();
    const runs = new RunsOfSchedules(
      database,
      ...repositories,
      live,
      this.clock,
      scheduler,
      new Turns(repositories[1], new HooksRepository()),
    );
    const made = { database, due, runs };
    this.processes.push(made);
    return made;
  }

  /** @returns the id */
  async add(schedule: NewSchedule = {}): Promise<string> {
    const { userId = crypto.randomUUID(), rrule = 'FREQ=HOURLY;BYMINUTE=0', zone = 'UTC' } = schedule;
    const { misfire = 'once', overlap = 'allow', nextAt = new Date(this.clock.at) } = schedule;
    const id = crypto.randomUUID();
    await this.admin.query(
      `insert into zo.schedules (id, user_id, title, instruction, rrule, zone, starts_at, misfire, grace_s, overlap,
         owner, tainted, next_at) values ($1, $2, 'a', 'b', $3, $4, '2026-01-01T00:00:00', $5, 3600, $6, false, false, $7)`,
      [id, userId, rrule, zone, misfire, overlap, nextAt],
    );
    return id;
  }

  async claimAll({ due }: Process): Promise<number> {
    let all = 0;
    for (let n = await due.claim(); n > 0; n = await due.claim()) all += n;
    return all;
  }

  async rows(scheduleId?: string): Promise<Row[]> {
    const { rows } = await this.admin.query<Row>(
      'select due_at, state, schedule_id, user_id from zo.occurrences where $1::uuid is null or schedule_id = $1 ' +
        'order by due_at',
      [scheduleId ?? null],
    );
    return rows;
  }

  /** The claim has begun to look for what is due, and locks it once `meanwhile` is done. */
  async between(claim: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
    await this.admin.query(
      `create function zo.gate() returns boolean language plpgsql as $$ begin
         if current_query() like '%skip locked%' then perform pg_advisory_xact_lock_shared(1); end if;
         return true; end $$;
       create policy gate on zo.schedules as restrictive for select using (zo.gate());
       select pg_advisory_lock(1)`,
    );
    const claimed = claim();
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await eventually(async () => (await this.admin.query(waiting)).rowCount === 1);
    await meanwhile();
    await this.admin.query('select pg_advisory_unlock(1)');
    await claimed;
    await this.admin.query('drop policy gate on zo.schedules; drop function zo.gate()');
  }

  async events(): Promise<number> {
    const sql = `select count(*)::int as count from events.log where topic = 'zo.events.v1'`;
    return (await this.admin.query<{ count: number }>(sql)).rows[0]!.count;
  }

  async clear(): Promise<void> {
    await this.admin.query(
      `truncate zo.schedules, zo.occurrences, zo.hook_bodies; delete from events.log where topic = 'zo.events.v1'`,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map(({ database }) => database.close()));
    await this.admin.end();
    await this.test.drop();
  }
}
