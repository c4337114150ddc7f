import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tools that a persona never sees. */
export class DeniedTools1768700300000 implements MigrationInterface {
  readonly name = 'DeniedTools1768700300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table trust_modes add column if not exists denied_tools text[] not null default '{}'`);
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
