import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links with which users answer questions while they are away, and how they want to be asked. */
export class ApprovalLinks1770500100000 implements MigrationInterface {
  readonly name = 'ApprovalLinks1770500100000';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [
      `create table approval_links (
         id uuid primary key, user_id uuid not null,
         channel text not null check (channel in ('email', 'sms', 'push', 'telegram')),
         token_hash bytea not null unique, run_id uuid not null, approval_id uuid not null, args_hash text not null,
         expires_at timestamptz not null, decision text check (decision in ('approve', 'deny')), reply text,
         decided_at timestamptz, told_at timestamptz, revoked_at timestamptz, created_at timestamptz not null default now(),
         unique (approval_id, channel))`,
      'create index approval_links_untold on approval_links (decided_at) where decision is not null and told_at is null',
      'create index approval_links_by_end on approval_links (expires_at)',
      `create table asked_by (
         user_id uuid primary key, email boolean not null, sms boolean not null, push boolean not null,
         telegram boolean not null)`,
    ];
    const policies = ['approval_links', 'asked_by'].flatMap((table) => tenantPolicies(table));
    for (const sql of [...tables, ...policies]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table asked_by, approval_links');
  }
}
