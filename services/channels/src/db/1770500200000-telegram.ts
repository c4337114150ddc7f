import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bot of the installation, the chats that users have paired with it, and what a message brings and has sent. */
export class Telegram1770500200000 implements MigrationInterface {
  readonly name = 'Telegram1770500200000';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [
      `create table telegram_bots (
         user_id uuid primary key, bot_id text not null, username text not null, sealed bytea not null,
         next_update bigint not null default 0, lease_owner uuid, lease_until timestamptz, error text,
         updated_at timestamptz not null default now())`,
      `create table telegram_chats (
         user_id uuid primary key, code_hash bytea unique, code_until timestamptz, chat_id text unique,
         name text not null default '', paired_at timestamptz)`,
      `alter table messages add column if not exists attachments jsonb not null default '[]',
         add column if not exists buttons jsonb, add column if not exists pieces_begun int not null default 0,
         add column if not exists pieces_sent int not null default 0`,
    ];
    const policies = ['telegram_bots', 'telegram_chats'].flatMap((table) => tenantPolicies(table));
    for (const sql of [...tables, ...policies]) await runner.query(sql);
  }

  /** The columns stay: the previous release ignores them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table telegram_chats, telegram_bots');
  }
}
