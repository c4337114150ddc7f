/**
 * The partitions of a topic that this process relays to one Kafka cluster, held by lease, with the offset each has
 * reached.
 */
import type { Topic } from '@zo/proto/topics';
import type { DataSource } from 'typeorm';
import { Progress } from '../progress.js';

export interface RelayLeaseOptions {
  readonly dataSource: DataSource;
  readonly topic: Topic;
  readonly cluster: string;
}

const LEASE_S = 3;
export const RENEW_MS = (LEASE_S * 1_000) / 3;
/** How often to try to take a partition that another process holds: that process may have died. */
export const DENIED_POLL_MS = 500;
const MARK_MS = 100;
/** Do not wait for the disk: consumers recognise events that are sent again after a crash. */
const QUICKLY = `quickly as materialized (select set_config('synchronous_commit', 'off', true))`;

export class RelayLease {
  private readonly owner = crypto.randomUUID();
  private readonly marks = new Progress((reached) => this.mark(reached), MARK_MS);
  private held = new Map<number, bigint>();
  private leasedAt = -Infinity;

  constructor(private readonly options: RelayLeaseOptions) {}

  get cluster(): string {
    return this.options.cluster;
  }

  get isWhole(): boolean {
    return this.held.size === this.options.topic.partitions;
  }

  /** The held partitions, each with the next offset to send. */
  get places(): readonly (readonly [partition: number, next: bigint])[] {
    return [...this.held];
  }

  /** Everything of the partition before `next` is on the brokers. */
  markSent(partition: number, next: bigint): void {
    this.marks.reach(partition, next);
    if (this.held.has(partition)) this.held.set(partition, next);
  }

  /**
   * Renews its leases and takes free partitions, when due. `isFresh`: the brokers have just reported their cluster id.
   */
  async renew({ isFresh }: { isFresh: boolean }): Promise<void> {
    const age = performance.now() - this.leasedAt;
    if (age < (this.isWhole ? RENEW_MS : DENIED_POLL_MS)) return;
    const at = performance.now();
    const rows = await this.lease(isFresh);
    this.leasedAt = at;
    // The stored offset lags behind; use it only if another process may have held the partition in between.
    const isKept = age < LEASE_S * 1_000;
    this.held = new Map(
      rows.map(({ partition, next }) => [partition, (isKept && this.held.get(partition)) || BigInt(next)]),
    );
  }

  /** Gives partitions back to be taken by any process. Must not run during `renew`. */
  async release(partitions: readonly number[]): Promise<void> {
    const { dataSource, topic } = this.options;
    await this.marks.flush();
    for (const partition of partitions) this.held.delete(partition);
    await dataSource.query(
      'update events.relay set lease_until = null where topic = $1 and lease_owner = $2 and partition = any($3)',
      [topic.name, this.owner, partitions],
    );
    // Let other processes take them first.
    this.leasedAt = performance.now();
  }

  async end(): Promise<void> {
    const { dataSource, topic } = this.options;
    this.held = new Map();
    if (!dataSource.isInitialized) return;
    await this.marks.flush();
    const sql = 'update events.relay set lease_until = null where topic = $1 and lease_owner = $2';
    await dataSource.query(sql, [topic.name, this.owner]).catch(() => undefined);
  }

  /** Only a process that has just asked the brokers may restart a partition for another cluster. */
  private lease(isFresh: boolean): Promise<{ partition: number; next: string }[]> {
    const { dataSource, topic, cluster } = this.options;
    return dataSource.query(
      `with ${QUICKLY}
       insert into events.relay (topic, partition, cluster, lease_owner, lease_until)
       select $1, p, $3, $4, now() + make_interval(secs => ${LEASE_S}) from quickly, generate_series(0, $2 - 1) p
         where not exists (select from events.relay r where r.topic = $1 and r.partition = p
           and r.lease_owner <> $4 and r.lease_until >= now())
       on conflict (topic, partition) do update set lease_owner = excluded.lease_owner,
         lease_until = excluded.lease_until,
         cluster = excluded.cluster, next = case when relay.cluster = excluded.cluster then relay.next else 0 end
         where (relay.lease_owner = excluded.lease_owner or relay.lease_until is null or relay.lease_until < now())
           and (relay.cluster = excluded.cluster or $5)
       returning partition, next`,
      [topic.name, topic.partitions, cluster, this.owner, isFresh],
    );
  }

  private async mark(reached: ReadonlyMap<number, bigint>): Promise<void> {
    const { dataSource, topic, cluster } = this.options;
    await dataSource.query(
      `with ${QUICKLY}
       update events.relay r set next = m.next from quickly, unnest($4::int[], $5::bigint[]) as m (partition, next)
       where r.topic = $1 and r.partition = m.partition and r.cluster = $2 and r.lease_owner = $3`,
      [topic.name, cluster, this.owner, [...reached.keys()], [...reached.values()].map(String)],
    );
  }
}
