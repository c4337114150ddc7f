import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What of the memory and the skills in a home may be shown to models: hashes of texts that their user wrote or looked at,
 * and up to which version of a file all of it was. What was read last stands in while the computer sleeps.
 */
export class Memory1769000000000 implements MigrationInterface {
  readonly name = 'Memory1769000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table memory_kept (
      user_id uuid not null, hash text not null, primary key (user_id, hash))`);
    await runner.query(`create table memory_judged (
      user_id uuid not null, address text not null, hash text not null, seq bigint not null,
      primary key (user_id, address))`);
    await runner.query(`create table memory_copies (
      user_id uuid not null, folder text not null, copy jsonb not null, read_at timestamptz not null default now(),
      primary key (user_id, folder))`);
    for (const table of ['memory_kept', 'memory_judged', 'memory_copies'])
      for (const sql of tenantPolicies(table)) await runner.query(sql);
    await runner.query(`alter table trust_modes
      add column if not exists memory boolean not null default true,
      add column if not exists denied_skills text[] not null default '{}'`);
  }

  /** The columns stay: the previous release ignores them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table memory_copies, memory_judged, memory_kept');
  }
}
