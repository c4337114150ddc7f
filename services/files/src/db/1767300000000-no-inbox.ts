import { inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** This service consumes no topic, so it has no events to remember. */
export class NoInbox1767300000000 implements MigrationInterface {
  readonly name = 'NoInbox1767300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(inboxTable);
  }
}
