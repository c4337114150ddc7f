import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that take further parts, their order, and which other message each waits for. */
export class TelegramParts1770900000000 implements MigrationInterface {
  readonly name = 'TelegramParts1770900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table messages add column if not exists update_id bigint, add column if not exists joins text,
         add column if not exists follows_id uuid`,
    );
    await runner.query(
      'create index if not exists messages_by_followed on messages (follows_id) where follows_id is not null',
    );
  }

  /** The columns stay: the previous release ignores them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index messages_by_followed');
  }
}
