/**
 * The event log of a single node: partitions with dense offsets, groups with committed offsets, parked events.
 * The row a service writes in its transaction is the event; with Kafka the same rows are relayed to the topic.
 */
import type { Topic } from '@zo/proto/topics';

/** Statements for `prepareDatabase`; `{roles}` stands for the roles of all services. */
export function eventLogStatements(topics: readonly Topic[]): string[] {
  return [...TABLES, ...topics.flatMap(partitionsOf), 'grant usage on schema events to {roles}', ...GRANTS];
}

const TABLES = [
  'create schema if not exists events',
  `create table if not exists events.partition (
     topic text not null, partition int not null, next bigint not null default 0, primary key (topic, partition))`,
  `create table if not exists events.log (
     topic text not null, partition int not null, "offset" bigint not null, id uuid not null, key text not null,
     type text not null, payload bytea not null, at timestamptz not null default now(), primary key (topic, partition, "offset"))`,
  `create table if not exists events.group_offset (
     group_name text not null, topic text not null, partition int not null, next bigint not null default 0,
     lease_owner uuid, lease_until timestamptz, primary key (group_name, topic, partition))`,
  `create table if not exists events.parked (
     group_name text not null, topic text not null, partition int not null, "offset" bigint not null, key text not null,
     error text not null, at timestamptz not null default now(), primary key (group_name, topic, partition, "offset"))`,
  `alter table events.parked add column if not exists stack_hash text not null default '', add column if not exists behind boolean not null default false,
     add column if not exists wanted text check (wanted in ('retry', 'drop'))`,
  // How far each partition has been carried to which cluster of brokers: one made anew gets everything from the beginning.
  `create table if not exists events.relay (
     topic text not null, partition int not null, cluster text not null, next bigint not null default 0,
     lease_owner uuid, lease_until timestamptz, primary key (topic, partition))`,
  // Who deletes what is old, for each service; until the next time is due nobody does.
  `create table if not exists events.sweep (service text primary key, lease_owner uuid not null, lease_until timestamptz not null)`,
  'create index if not exists parked_by_key on events.parked (group_name, topic, key)',
  'alter table events.log add column if not exists traceparent text',
  // The counter row is the last thing a transaction touches: offsets are dense and in commit order, and the lock is short.
  `create or replace function events.append(a_topic text, a_partition int, a_id uuid, a_key text, a_type text, a_payload bytea)
   returns bigint language plpgsql as $$
   declare o bigint;
   begin
     update events.partition set next = next + 1 where topic = a_topic and partition = a_partition returning next - 1 into o;
     if o is null then raise exception 'no partition % of topic %', a_partition, a_topic; end if;
     insert into events.log (topic, partition, "offset", id, key, type, payload) values (a_topic, a_partition, o, a_id, a_key, a_type, a_payload);
     return o;
   end $$`,
  // Beside the one above, which the release before calls.
  `create or replace function events.append(a_topic text, a_partition int, a_id uuid, a_key text, a_type text, a_payload bytea, a_traceparent text)
   returns bigint language plpgsql as $$
   declare o bigint;
   begin
     update events.partition set next = next + 1 where topic = a_topic and partition = a_partition returning next - 1 into o;
     if o is null then raise exception 'no partition % of topic %', a_partition, a_topic; end if;
     insert into events.log (topic, partition, "offset", id, key, type, payload, traceparent) values (a_topic, a_partition, o, a_id, a_key, a_type, a_payload, a_traceparent);
     return o;
   end $$`,
];

const GRANTS = [
  'grant select, insert, update, delete on all tables in schema events to {roles}',
  'grant execute on all functions in schema events to {roles}',
];

function partitionsOf(topic: Topic): string[] {
  return [
    `insert into events.partition (topic, partition)
     select '${topic.name}', p from generate_series(0, ${topic.partitions - 1}) p on conflict do nothing`,
  ];
}

/** The inbox of a service: which events its consumers have already applied. For the service's own migrations. */
export const inboxTable = `create table inbox (
  consumer text not null, event_id uuid not null, at timestamptz not null default now(), primary key (consumer, event_id))`;

/** Finds what is old in the inbox; a migration of its own, because it is younger. */
export const inboxIndex = 'create index if not exists inbox_by_at on inbox (at)';
