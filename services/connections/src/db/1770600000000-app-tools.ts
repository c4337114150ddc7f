import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AppTools1770600000000 implements MigrationInterface {
  readonly name = 'AppTools1770600000000';

  async up(runner: QueryRunner): Promise<void> {
    // Which tools of the app the assistant has: those that read, and the others.
    await runner.query(`alter table connections
      add column reads boolean not null default true, add column writes boolean not null default false`);
    // What a consent asks for: some apps do not say what was granted.
    await runner.query(`alter table consents
      add column scopes text[] not null default '{}', add column writes boolean not null default false`);
    await runner.query(`create table used_keys (
      user_id uuid not null, key text not null, used_at timestamptz not null default now(), primary key (user_id, key))`);
    for (const sql of tenantPolicies('used_keys')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table used_keys');
    await runner.query('alter table connections drop column reads, drop column writes'); // contracts 0.1.0, which predates them
    await runner.query('alter table consents drop column scopes, drop column writes'); // contracts 0.1.0, which predates them
  }
}
