import { inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** This service consumes no topic and needs no inbox. */
export class NoInbox1767300000000 implements MigrationInterface {
  readonly name = 'NoInbox1767300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(inboxTable);
  }
}
