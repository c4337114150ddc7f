import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a model was shown of the files of a message, and the pictures that it was shown, byte for byte. */
export class Pictures1768600100000 implements MigrationInterface {
  readonly name = 'Pictures1768600100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table messages add column if not exists shown jsonb not null default '[]'`);
    await runner.query(`create table pictures (
      message_id uuid not null references messages (id) on delete cascade, position int not null,
      user_id uuid not null, bytes bytea not null, primary key (message_id, position))`);
    for (const sql of tenantPolicies('pictures')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pictures');
  }
}
