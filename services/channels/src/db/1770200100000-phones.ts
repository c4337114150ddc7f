import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of users; a proven one belongs to one user. */
export class Phones1770200100000 implements MigrationInterface {
  readonly name = 'Phones1770200100000';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [
      `create table phones (
         user_id uuid primary key, number text not null, code_hash bytea, code_until timestamptz,
         tries int not null default 0, proven_at timestamptz, stopped_at timestamptz)`,
      'create unique index phones_by_number on phones (number) where proven_at is not null',
    ];
    for (const sql of [...tables, ...tenantPolicies('phones')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table phones');
  }
}
