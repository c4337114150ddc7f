import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers in words to the questions of the assistant. */
export class Replies1768700000000 implements MigrationInterface {
  readonly name = 'Replies1768700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tool_calls add column if not exists approval_reply text');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
