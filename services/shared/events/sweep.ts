/**
 * Deletes old events from the log once all groups have read them, and inbox rows of events that can no longer be
 * redelivered. One process of a service does it at a time, a few rows per statement, so that other statements are not
 * blocked.
 */
import { consumerGroups, topics } from '@zo/proto/topics';
import type { Database } from '@zo/db';
import { logger, repeat } from '@zo/observability';

export interface SweepOptions {
  /** Minimum time an event stays after it was published, in hours, even if all groups have read it. */
  readonly keepHours: number;
  /** True if a relay exists: events it has not sent yet are kept. */
  readonly toBrokers: boolean;
  /** Rows deleted by one statement. */
  readonly batch?: number;
}

const BATCH = 1_000;
/** Rows read per partition in one statement: bounds the work if no row is old enough. */
const OF_PARTITION = 100;
/** Statements per table in one sweep; a longer backlog is left for the next sweep, which follows soon. */
const STATEMENTS = 50;
const LEASE_S = 30;
const MIN_INTERVAL_S = 600;
const SWEEP_INTERVAL_MS = 60_000;
/** Slack for clock differences, and for transactions that ran long before they appended. */
const SLACK_HOURS = 24;

/**
 * The offset that all groups of a partition have passed: every known group, and the declared groups that have not
 * started yet.
 */
const PASSED = `passed as materialized (
  select p.topic, p.partition, least(
    p.next,
    (select min(g.next) from events.group_offset g where g.topic = p.topic and g.partition = p.partition),
    (select min(0) from unnest($7::text[], $8::text[]) as named (topic, group_name)
      where named.topic = p.topic and not exists (select from events.group_offset g
        where g.group_name = named.group_name and g.topic = p.topic and g.partition = p.partition)),
    case when $4 then coalesce(
      (select r.next from events.relay r where r.topic = p.topic and r.partition = p.partition), 0) end) as "offset"
  from events.partition p where p.topic = any($3))`;

const SWEEP_LOG = `with ${PASSED},
  mine as materialized (
    update events.sweep set lease_until = now() + make_interval(secs => ${LEASE_S})
    where service = $1 and lease_owner = $2 returning 1),
  old as materialized (
    select l.topic, l.partition, l."offset" from passed cross join lateral (
      select * from events.log l where l.topic = passed.topic and l.partition = passed.partition
        and l."offset" < passed."offset"
        and not exists (select from events.parked k where k.topic = l.topic and k.partition = l.partition
          and k."offset" = l."offset")
      order by l."offset" limit least(${OF_PARTITION}, $6)) l
    where l.at < now() - make_interval(hours => $5) limit $6)
  delete from events.log l using old
  where exists (select from mine) and l.topic = old.topic and l.partition = old.partition
    and l."offset" = old."offset"`;

/**
 * Deletes old inbox rows. An event in the log may be relayed to a recreated cluster and is then retained there: its
 * inbox row has to outlive both.
 */
const SWEEP_INBOX = `with oldest as (
    select min(first.at) as at from events.partition p cross join lateral (
      select l.at from events.log l where l.topic = p.topic and l.partition = p.partition order by l."offset"
        limit 1) first),
  old as materialized (
    select ctid as row from inbox where at < least(now() - make_interval(hours => $3),
      (select at from oldest) - make_interval(hours => $4))
    order by at limit $5),
  mine as materialized (
    update events.sweep set lease_until = now() + make_interval(secs => ${LEASE_S})
    where service = $1 and lease_owner = $2 returning 1)
  delete from inbox where exists (select from mine) and ctid = any(array(select row from old))`;

export class LogSweeper {
  /** Set when the first consumer is created: a service without consumers has no inbox. */
  hasInbox = false;
  private readonly owner = crypto.randomUUID();
  private readonly log = logger('events');
  private stopSweeping?: () => Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly options: SweepOptions,
  ) {}

  start(): void {
    this.stopSweeping = repeat(() => this.sweep(), {
      everyMs: SWEEP_INTERVAL_MS,
      name: 'events',
      failure: 'old events could not be deleted',
      atOnce: true,
    });
  }

  async stop(): Promise<void> {
    await this.stopSweeping?.();
  }

  /** Returns how many rows were deleted; undefined if another process is sweeping or has swept recently. */
  async sweep(): Promise<number | undefined> {
    if (!(await this.begin())) return undefined;
    const { keepHours, toBrokers, batch = BATCH } = this.options;
    const own = topics.filter(({ owner }) => owner === this.database.options.service);
    const readers = own.flatMap((topic) => consumerGroups(topic).map((group) => ({ name: topic.name, group })));
    const onBrokers = Math.max(...topics.map(({ retentionHours }) => retentionHours));
    const ofLog =
      own.length > 0
        ? await this.repeat(SWEEP_LOG, [
            own.map(({ name }) => name),
            toBrokers,
            keepHours,
            batch,
            readers.map(({ name }) => name),
            readers.map(({ group }) => group),
          ])
        : { deleted: 0, isDone: true };
    const ofInbox = this.hasInbox
      ? await this.repeat(SWEEP_INBOX, [keepHours + onBrokers + SLACK_HOURS, onBrokers + SLACK_HOURS, batch])
      : { deleted: 0, isDone: true };
    await this.end(ofLog.isDone && ofInbox.isDone ? MIN_INTERVAL_S : 0);
    const deleted = ofLog.deleted + ofInbox.deleted;
    if (deleted > 0) this.log.debug({ events: ofLog.deleted, inbox: ofInbox.deleted }, 'old events were deleted');
    return deleted;
  }

  private async repeat(sql: string, parameters: readonly unknown[]): Promise<{ deleted: number; isDone: boolean }> {
    let deleted = 0;
    for (let n = 0; n < STATEMENTS; n++) {
      const [, count]: [unknown, number] = await this.query(sql, parameters);
      deleted += count;
      if (count === 0) return { deleted, isDone: true };
    }
    return { deleted, isDone: false };
  }

  private async begin(): Promise<boolean> {
    const rows: unknown[] = await this.query(
      `insert into events.sweep (service, lease_owner, lease_until) values ($1, $2, now() + make_interval(secs => ${LEASE_S}))
       on conflict (service) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
         where sweep.lease_until <= now()
       returning 1`,
      [],
    );
    return rows.length > 0;
  }

  /** Extends the lease until the next sweep is due. */
  private async end(restS: number): Promise<void> {
    await this.query(
      'update events.sweep set lease_until = now() + make_interval(secs => $3) where service = $1 and lease_owner = $2',
      [restS],
    );
  }

  private query<T>(sql: string, parameters: readonly unknown[]): Promise<T> {
    return this.database.dataSource.query(sql, [this.database.options.service, this.owner, ...parameters]);
  }
}
