import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a chat is in the list of its user: pinned, and in which folder. */
export class PlacesOfChats1769800100000 implements MigrationInterface {
  readonly name = 'PlacesOfChats1769800100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table conversations add column if not exists pinned boolean not null default false`);
    await runner.query(`alter table conversations add column if not exists folder text`);
    await runner.query(
      `create index if not exists conversations_by_folder on conversations (user_id, folder) where folder is not null`,
    );
  }

  /** The columns stay: the previous release ignores them. */
  async down(): Promise<void> {}
}
