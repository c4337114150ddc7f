import { inboxIndex } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for finding old inbox rows by their age. */
export class InboxByAge1767400000000 implements MigrationInterface {
  readonly name = 'InboxByAge1767400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(inboxIndex);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index inbox_by_at');
  }
}
