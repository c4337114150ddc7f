import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether others know that an entry is in the trash. A release without the column tells of what it trashes at once. */
export class TrashedTold1769200000000 implements MigrationInterface {
  readonly name = 'TrashedTold1769200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table trashed add column told boolean not null default true');
    await runner.query('create index trashed_untold on trashed (user_id, trashed_at) where not told');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table trashed drop column told'); // contracts 0.1.0, which predates the column
  }
}
