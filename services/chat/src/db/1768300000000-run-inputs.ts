import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages sent while an answer is written. The one that a step was shown stays, because later requests to the model
 * repeat it at its place; the others go when they become messages of the chat.
 */
export class RunInputs1768300000000 implements MigrationInterface {
  readonly name = 'RunInputs1768300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table run_inputs (
      id uuid primary key, user_id uuid not null, seq bigint generated always as identity,
      conversation_id uuid not null references conversations (id) on delete cascade,
      run_id uuid references runs (id) on delete cascade, kind text not null, asked jsonb not null, before_step int,
      created_at timestamptz not null default now())`);
    await runner.query(
      'create index run_inputs_waiting on run_inputs (conversation_id, seq) where before_step is null',
    );
    await runner.query('create index run_inputs_shown on run_inputs (run_id, before_step)');
    for (const sql of tenantPolicies('run_inputs')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table run_inputs');
  }
}
