import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table media_models (
     user_id uuid not null, task text not null, id uuid not null, model text not null,
     provider_id uuid references providers (id) on delete cascade, base_url text, key bytea,
     allow_private boolean not null default false, updated_at timestamptz not null default now(),
     primary key (user_id, task))`,
  'create index media_models_by_provider on media_models (provider_id)',
  `create table media_uses (
     id uuid primary key, user_id uuid not null, run_id uuid, task text not null, model text not null,
     images int not null, seconds double precision not null, is_settled boolean not null default false,
     created_at timestamptz not null default now())`,
  'create index media_uses_by_run on media_uses (run_id)',
  'create index media_uses_by_user on media_uses (user_id, created_at)',
];

/** The models for images and speech of each user, and what they were used for. */
export class MediaModels1768500000000 implements MigrationInterface {
  readonly name = 'MediaModels1768500000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of TABLES) await runner.query(sql);
    for (const table of ['media_models', 'media_uses'])
      for (const sql of tenantPolicies(table)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table media_uses');
    await runner.query('drop table media_models');
  }
}
