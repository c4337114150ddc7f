import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules that mails start. */
export class MailTriggers1770400100000 implements MigrationInterface {
  readonly name = 'MailTriggers1770400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table schedules add mail_words text');
    await runner.query(
      'create index schedules_by_mail on schedules (user_id) where mail_words is not null and paused_at is null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table schedules drop mail_words');
  }
}
