import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a search of the web costs. */
export class SearchPrices1769800000000 implements MigrationInterface {
  readonly name = 'SearchPrices1769800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table search_connections add column if not exists price double precision');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
