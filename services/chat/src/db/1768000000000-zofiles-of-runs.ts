import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The Zofile a run started with, and the one beside its answer. The previous release stores none. */
export class ZofilesOfRuns1768000000000 implements MigrationInterface {
  readonly name = 'ZofilesOfRuns1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs add column if not exists zofile jsonb');
    await runner.query('alter table messages add column if not exists zofile jsonb');
  }

  /** The columns stay: the previous release ignores them. */
  async down(): Promise<void> {}
}
