import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What calls and mails brought for runs that did not begin was kept as long as their schedules. */
export class BodiesOfOver1771200000000 implements MigrationInterface {
  readonly name = 'BodiesOfOver1771200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`select set_config('app.all_tenants', 'on', true)`);
    await runner.query(
      `delete from hook_bodies b using occurrences o
       where o.schedule_id = b.schedule_id and o.due_at = b.due_at
         and o.state not in ('queued', 'due', 'started', 'parked')`,
    );
  }

  async down(): Promise<void> {
    // Nothing reads them.
  }
}
