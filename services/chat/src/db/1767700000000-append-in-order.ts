import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Locks runs in the order of their ids; in any other order this would deadlock with the renewal of leases. */
const appendEvents = (
  order: string,
) => `create or replace function append_run_events(a_owner uuid, a_runs uuid[], a_users uuid[], a_seqs bigint[], a_types text[], a_data jsonb[])
  returns setof uuid language plpgsql as $$
  begin
    perform set_config('app.all_tenants', 'on', true);
    return query
      with rows as (select * from unnest(a_runs, a_users, a_seqs, a_types, a_data) as r (run_id, user_id, seq, type, data)),
        held as (select id from runs where id in (select distinct run_id from rows) and lease_owner = a_owner ${order} for share),
        written as (insert into run_events (run_id, seq, user_id, type, data)
          select r.run_id, r.seq, r.user_id, r.type, r.data from rows r join held h on h.id = r.run_id)
      select id from held;
  end $$`;

export class AppendInOrder1767700000000 implements MigrationInterface {
  readonly name = 'AppendInOrder1767700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(appendEvents('order by id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(appendEvents(''));
  }
}
