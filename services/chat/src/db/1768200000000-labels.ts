import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What conversations were shown and may reach, and what the commands of a call sent and received. */
export class Labels1768200000000 implements MigrationInterface {
  readonly name = 'Labels1768200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table conversations add column if not exists foreign_sources jsonb not null default '[]',
       add column if not exists secret boolean not null default false,
       add column if not exists granted_hosts jsonb not null default '[]'`,
    );
    await runner.query(`alter table tool_calls add column if not exists egress jsonb not null default '[]'`);
  }

  /** The columns stay: the previous release ignores them. */
  async down(): Promise<void> {}
}
