import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is said later in the chat of a rehearsal is rehearsed as well. */
export class RehearsalChats1771200000000 implements MigrationInterface {
  readonly name = 'RehearsalChats1771200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`select set_config('app.all_tenants', 'on', true)`);
    await runner.query('alter table conversations add rehearses text');
    await runner.query(
      `update conversations c set rehearses = r.rehearses from runs r
       where r.conversation_id = c.id and r.rehearses is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table conversations drop rehearses');
  }
}
