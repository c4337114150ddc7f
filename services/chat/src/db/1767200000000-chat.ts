import { tenantPolicies } from '@zo/db';
import { inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table conversations (
     id uuid primary key, user_id uuid not null, title text, leaf_id uuid, total_tokens bigint not null default 0,
     tainted boolean not null default false, created_at timestamptz not null default now(), updated_at timestamptz not null default now())`,
  'create index conversations_recent on conversations (user_id, updated_at desc, id)',
  `create table messages (
     id uuid primary key, user_id uuid not null, conversation_id uuid not null references conversations (id) on delete cascade,
     parent_id uuid references messages (id) on delete cascade, role text not null, status text not null, text text not null default '',
     parts jsonb not null default '[]', model text, run_id uuid, error text, files jsonb not null default '[]',
     attachments jsonb not null default '[]', receipt jsonb, created_at timestamptz not null default clock_timestamp())`,
  'create index messages_children on messages (conversation_id, parent_id)',
  'create index messages_by_user on messages (user_id, created_at desc)',
  'create index messages_by_parent on messages (parent_id)',
  `create table runs (
     id uuid primary key, user_id uuid not null, conversation_id uuid not null references conversations (id) on delete cascade,
     message_id uuid not null, status text not null, model text not null, settings jsonb not null default '{}', owner boolean not null,
     attempts int not null default 1, stop_requested boolean not null default false, error text, undo text not null default 'none',
     input_tokens bigint not null default 0, output_tokens bigint not null default 0,
     lease_owner uuid, lease_until timestamptz, started_at timestamptz not null default now(), ended_at timestamptz)`,
  `create unique index runs_one_active on runs (conversation_id) where status in ('running', 'waiting')`,
  `create index runs_leases on runs (lease_until) where status in ('running', 'waiting')`,
  `create table run_events (
     run_id uuid not null references runs (id) on delete cascade, seq bigint not null, user_id uuid not null, type text not null,
     data jsonb not null, at timestamptz not null default clock_timestamp(), primary key (run_id, seq))`,
  `create table run_steps (
     run_id uuid not null references runs (id) on delete cascade, step int not null, user_id uuid not null, content jsonb not null,
     finish_reason text not null, input_tokens bigint not null, output_tokens bigint not null,
     at timestamptz not null default now(), primary key (run_id, step))`,
  `create table tool_calls (
     id uuid primary key, user_id uuid not null, run_id uuid not null references runs (id) on delete cascade, conversation_id uuid not null,
     step int not null, call_id text not null, tool text not null, args jsonb not null, args_hash text not null, state text not null,
     decision text, result jsonb, paths jsonb not null default '[]', approval_id uuid unique, approval_reason text, approval_decision text,
     approval_until timestamptz, position int not null, created_at timestamptz not null default now(),
     started_at timestamptz, duration_ms double precision,
     unique (run_id, step, call_id))`,
  'create index tool_calls_by_conversation on tool_calls (conversation_id, created_at)',
  `create table file_versions (
     id bigint generated always as identity primary key, user_id uuid not null, run_id uuid not null references runs (id) on delete cascade,
     call uuid not null, root text not null, path jsonb not null, existed boolean not null, content bytea, after_hash text)`,
  'create index file_versions_by_run on file_versions (run_id, id)',
  `create table file_links (
     user_id uuid not null, conversation_id uuid not null references conversations (id) on delete cascade, address text not null,
     primary key (user_id, address, conversation_id))`,
  'create index file_links_by_conversation on file_links (conversation_id)',
  `create table providers (
     id uuid primary key, user_id uuid not null, kind text not null, label text not null, base_url text, key bytea,
     models jsonb not null default '[]', enabled boolean not null default true, allow_private boolean not null default false,
     created_at timestamptz not null default now())`,
  'create index providers_by_user on providers (user_id, created_at)',
  `create table preferences (
     user_id uuid primary key, value text, reasoning jsonb, verbosity text,
     updated_at timestamptz not null default now())`,
  inboxTable,
];

const WITH_TENANT = [
  'conversations',
  'messages',
  'runs',
  'run_events',
  'run_steps',
  'tool_calls',
  'file_versions',
  'file_links',
  'providers',
  'preferences',
];

/**
 * Appends events of many runs in one statement, one round trip and one commit. Events of a run are accepted only while
 * the caller holds its lease; the share lock makes a worker that takes the lease over wait for a running write.
 */
const APPEND_EVENTS = `create function append_run_events(
    a_owner uuid, a_runs uuid[], a_users uuid[], a_seqs bigint[], a_types text[], a_data jsonb[])
  returns setof uuid language plpgsql as $$
  begin
    perform set_config('app.all_tenants', 'on', true);
    return query
      with rows as (select * from unnest(a_runs, a_users, a_seqs, a_types, a_data) as r (run_id, user_id, seq, type, data)),
        held as (select id from runs where id in (select distinct run_id from rows) and lease_owner = a_owner for share),
        written as (insert into run_events (run_id, seq, user_id, type, data)
          select r.run_id, r.seq, r.user_id, r.type, r.data from rows r join held h on h.id = r.run_id)
      select id from held;
  end $$`;

export class Chat1767200000000 implements MigrationInterface {
  readonly name = 'Chat1767200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...WITH_TENANT.flatMap((table) => tenantPolicies(table)), APPEND_EVENTS])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function append_run_events');
    for (const table of [...WITH_TENANT.toReversed(), 'inbox']) await runner.query(`drop table ${table} cascade`);
  }
}
