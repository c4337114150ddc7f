/**
 * Lets operators list, retry and drop parked events. Processes of the group execute the requests, because only they
 * have the handlers.
 */

export interface ParkedEvent {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly type: string;
  readonly error: string;
  readonly stackHash: string;
  /** True if the event itself did not fail but waits for an earlier one of its key. */
  readonly behind: boolean;
  readonly at: Date;
  /** The requested action that has not been executed yet. */
  readonly wanted: 'retry' | 'drop' | null;
}

/** Selects parked events; an empty filter selects all. `offset` requires `partition`. */
export interface ParkedFilter {
  readonly group?: string;
  readonly topic?: string;
  readonly key?: string;
  readonly partition?: number;
  readonly offset?: string;
}

export type Query = (sql: string, parameters: unknown[]) => Promise<unknown>;

const MATCHES = `($1::text is null or p.group_name = $1) and ($2::text is null or p.topic = $2) and ($3::text is null or p.key = $3)
  and ($4::int is null or p.partition = $4) and ($5::bigint is null or p."offset" = $5)`;

const parameters = ({ group, topic, key, partition, offset }: ParkedFilter) => [
  group ?? null,
  topic ?? null,
  key ?? null,
  partition ?? null,
  offset ?? null,
];

/** Lists parked events oldest first, the order in which they are applied. */
export async function listParked(query: Query, filter: ParkedFilter = {}): Promise<ParkedEvent[]> {
  return (await query(
    `select p.group_name as "group", p.topic, p.partition, p."offset"::text as "offset", p.key, l.type, p.error,
     p.stack_hash as "stackHash", p.behind, p.at, p.wanted
     from events.parked p left join events.log l on l.topic = p.topic and l.partition = p.partition
       and l."offset" = p."offset"
     where ${MATCHES} order by p.group_name, p.topic, p.partition, p."offset"`,
    parameters(filter),
  )) as ParkedEvent[];
}

/**
 * Requests a retry, or that the events be dropped for good. A retry always covers the whole key, in order; events
 * behind a dropped one continue by themselves.
 */
export async function requestParked(query: Query, wanted: 'retry' | 'drop', filter: ParkedFilter): Promise<void> {
  const matching =
    wanted === 'drop'
      ? MATCHES
      : `exists (select from events.parked p where p.group_name = o.group_name and p.topic = o.topic and p.key = o.key and ${MATCHES})`;
  await query(
    `update events.parked ${wanted === 'drop' ? 'p' : 'o'} set wanted = '${wanted}' where ${matching}`,
    parameters(filter),
  );
}
