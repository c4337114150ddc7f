/** What operators do with parked events. The processes of the group do the work, because only they know how. */

export interface ParkedEvent {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly type: string;
  readonly error: string;
  readonly stackHash: string;
  /** It is itself in order, and waits for an earlier one of its key. */
  readonly behind: boolean;
  readonly at: Date;
  /** Asked for, and not done yet. */
  readonly wanted: 'retry' | 'drop' | null;
}

/** Which of them; without anything all. `offset` needs the partition. */
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

/** Oldest first, as they are applied. */
export async function listParked(query: Query, filter: ParkedFilter = {}): Promise<ParkedEvent[]> {
  return (await query(
    `select p.group_name as "group", p.topic, p.partition, p."offset"::text as "offset", p.key, l.type, p.error, p.stack_hash as "stackHash", p.behind, p.at, p.wanted
     from events.parked p left join events.log l on l.topic = p.topic and l.partition = p.partition and l."offset" = p."offset"
     where ${MATCHES} order by p.group_name, p.topic, p.partition, p."offset"`,
    parameters(filter),
  )) as ParkedEvent[];
}

/**
 * Asks for another attempt, or that the events be left out for good. A retry is always of the whole key, in its order; what
 * waits behind a dropped event goes on by itself.
 */
export async function askParked(query: Query, wanted: 'retry' | 'drop', filter: ParkedFilter): Promise<void> {
  const matching =
    wanted === 'drop'
      ? MATCHES
      : `exists (select from events.parked p where p.group_name = o.group_name and p.topic = o.topic and p.key = o.key and ${MATCHES})`;
  await query(
    `update events.parked ${wanted === 'drop' ? 'p' : 'o'} set wanted = '${wanted}' where ${matching}`,
    parameters(filter),
  );
}
