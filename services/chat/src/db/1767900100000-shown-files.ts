import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files in view of a message, as the model was shown them. The previous release stores none. */
export class ShownFiles1767900100000 implements MigrationInterface {
  readonly name = 'ShownFiles1767900100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages add column if not exists shown_files text');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
