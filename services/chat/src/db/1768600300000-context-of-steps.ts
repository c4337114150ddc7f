import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the model was sent for each step, by kind. Null for the steps of earlier releases. */
export class ContextOfSteps1768600300000 implements MigrationInterface {
  readonly name = 'ContextOfSteps1768600300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table run_steps add column if not exists context jsonb');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
