/** The backlog of all consumer groups and of the relay. */
import { consumerGroups, topics } from '@zo/proto/topics';
import type { Query } from './dlq.js';

export interface Backlog {
  /** The service that publishes the topic. */
  readonly service: string;
  readonly topic: string;
  /** The consumer group; null for the relay that carries the service's events to the brokers. */
  readonly group: string | null;
  readonly waiting: number;
  /** When the first waiting event was published. */
  readonly oldest: Date | null;
  /** Number of events the group has parked for an administrator to look at. */
  readonly parked: number;
}

/** @param toBrokers whether brokers are configured; without them groups read the log directly */
export async function listBacklog(query: Query, toBrokers: boolean): Promise<Backlog[]> {
  const readers = topics.flatMap((topic) =>
    [...(toBrokers ? [''] : []), ...consumerGroups(topic)].map((group) => ({ ...topic, group })),
  );
  return (await query(
    `select reader.service, reader.topic, nullif(reader.group_name, '') as "group",
       coalesce(sum(p.next - first."offset"), 0)::float as waiting, min(first.at) as oldest,
       (select count(*) from events.parked k where k.group_name = reader.group_name
         and k.topic = reader.topic)::float as parked
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as reader (service, topic, group_name, place)
     join events.partition p on p.topic = reader.topic
     left join events.group_offset g on g.group_name = reader.group_name and g.topic = p.topic
       and g.partition = p.partition
     left join events.relay r on reader.group_name = '' and r.topic = p.topic and r.partition = p.partition
     left join lateral (
       select l."offset", l.at from events.log l where l.topic = p.topic and l.partition = p.partition
         and l."offset" >= coalesce(g.next, r.next, 0)
       order by l."offset" limit 1) first on true
     group by reader.service, reader.topic, reader.group_name, reader.place order by reader.place`,
    [readers.map(({ owner }) => owner), readers.map(({ name }) => name), readers.map(({ group }) => group)],
  )) as Backlog[];
}
