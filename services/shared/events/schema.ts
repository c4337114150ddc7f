/**
 * The event log of a single node: partitions with dense offsets, groups with committed offsets, parked events. A
 * service writes the row in its transaction; with Kafka, the relay sends the same rows to the topic.
 */
import type { Topic } from '@zo/proto/topics';

/** Statements for `prepareDatabase`; `{roles}` is replaced by the roles of all services. */
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
  `alter table events.parked add column if not exists stack_hash text not null default '',
     add column if not exists behind boolean not null default false,
     add column if not exists wanted text check (wanted in ('retry', 'drop'))`,
  // Relay progress of each partition for one cluster: a recreated cluster receives everything from the beginning.
  `create table if not exists events.relay (
     topic text not null, partition int not null, cluster text not null, next bigint not null default 0,
     lease_owner uuid, lease_until timestamptz, primary key (topic, partition))`,
  // The lease of the process that sweeps for a service; it also lasts until the next sweep is due.
  `create table if not exists events.sweep (
     service text primary key, lease_owner uuid not null, lease_until timestamptz not null)`,
  'create index if not exists parked_by_key on events.parked (group_name, topic, key)',
  'alter table events.log add column if not exists traceparent text',
  // A transaction updates the counter row last: offsets are dense and in commit order, and the row lock is short.
  `create or replace function events.append(a_topic text, a_partition int, a_id uuid, a_key text, a_type text, a_payload bytea)
   returns bigint language plpgsql as $$
   declare o bigint;
   begin
     update events.partition set next = next + 1 where topic = a_topic and partition = a_partition returning next - 1 into o;
     if o is null then raise exception 'no partition % of topic %', a_partition, a_topic; end if;
     insert into events.log (topic, partition, "offset", id, key, type, payload)
       values (a_topic, a_partition, o, a_id, a_key, a_type, a_payload);
     return o;
   end $$`,
  // An overload, because the previous release calls the one above.
  `create or replace function events.append(
     a_topic text, a_partition int, a_id uuid, a_key text, a_type text, a_payload bytea, a_traceparent text)
   returns bigint language plpgsql as $$
   declare o bigint;
   begin
     update events.partition set next = next + 1 where topic = a_topic and partition = a_partition returning next - 1 into o;
     if o is null then raise exception 'no partition % of topic %', a_partition, a_topic; end if;
     insert into events.log (topic, partition, "offset", id, key, type, payload, traceparent)
       values (a_topic, a_partition, o, a_id, a_key, a_type, a_payload, a_traceparent);
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

/** The inbox of a service: the events its consumers have applied. Used in the service's own migrations. */
export const inboxTable = `create table inbox (
  consumer text not null, event_id uuid not null, at timestamptz not null default now(), primary key (consumer, event_id))`;

/** Index for the inbox sweep; a separate migration, because it was added later. */
export const inboxIndex = 'create index if not exists inbox_by_at on inbox (at)';
