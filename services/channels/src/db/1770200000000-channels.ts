import { tenantPolicies } from '@zo/db';
import { inboxIndex, inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table messages (
     id uuid primary key, user_id uuid not null,
     channel text not null check (channel in ('email', 'sms', 'push', 'telegram')),
     direction text not null check (direction in ('in', 'out')),
     state text not null check (state in ('arrived', 'received', 'held', 'ignored', 'bounce',
       'queued', 'kept', 'sent', 'failed')),
     why text, peer text not null, subject text not null default '', body text not null default '',
     provider_id text, event_id text not null, in_reply_to text, refs text, conversation_id uuid, answers_id uuid,
     run_id uuid, outcome text, raw_object text, bytes int not null default 0, files jsonb not null default '[]',
     attempts int not null default 0, next_at timestamptz, created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(), unique (user_id, event_id))`,
  'create index messages_by_user on messages (user_id, created_at desc, id desc)',
  'create index messages_by_next on messages (next_at) where next_at is not null',
  'create index messages_with_raw on messages (created_at) where raw_object is not null',
  `create table senders (
     id uuid primary key, user_id uuid not null, channel text not null, address text not null,
     created_at timestamptz not null default now(), unique (user_id, channel, address))`,
  `create table mail_servers (
     user_id uuid primary key, host text not null, port int not null, secure boolean not null,
     username text not null, sealed bytea, updated_at timestamptz not null default now())`,
];

export class Channels1770200000000 implements MigrationInterface {
  readonly name = 'Channels1770200000000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = ['messages', 'senders', 'mail_servers'].flatMap((table) => tenantPolicies(table));
    for (const sql of [...TABLES, ...policies, inboxTable, inboxIndex]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox, mail_servers, senders, messages');
  }
}
