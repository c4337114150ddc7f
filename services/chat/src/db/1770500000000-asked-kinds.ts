import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What makes a call a question, which decides what an answer from outside the app needs. */
export class AskedKinds1770500000000 implements MigrationInterface {
  readonly name = 'AskedKinds1770500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tool_calls add column if not exists approval_kind text');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
