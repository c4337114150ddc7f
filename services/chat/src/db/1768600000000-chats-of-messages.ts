import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The other chats that a message mentions. */
export class ChatsOfMessages1768600000000 implements MigrationInterface {
  readonly name = 'ChatsOfMessages1768600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table messages add column if not exists chats jsonb not null default '[]'`);
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
