import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which messages programs sent with a token: their words are not those of the user. */
export class MessagesOfPrograms1769100000000 implements MigrationInterface {
  readonly name = 'MessagesOfPrograms1769100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages add column if not exists by_program boolean not null default false');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
