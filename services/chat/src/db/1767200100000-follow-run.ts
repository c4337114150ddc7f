import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reads state and events of a run as one user, in one round trip: an event stream starts with it. The function sets the
 * user itself, so that row-level security applies without a surrounding transaction.
 */
const FOLLOW_RUN = `create function follow_run(a_user uuid, a_run uuid, a_after bigint, a_most int)
  returns table (status text, seq bigint, type text, data jsonb) language plpgsql as $$
  begin
    perform set_config('app.user_id', a_user::text, true);
    return query
      select r.status, e.seq, e.type, e.data from runs r
      left join lateral (select * from run_events x where x.run_id = r.id and x.seq > a_after order by x.seq limit a_most) e on true
      where r.id = a_run order by e.seq;
  end $$`;

export class FollowRun1767200100000 implements MigrationInterface {
  readonly name = 'FollowRun1767200100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FOLLOW_RUN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function follow_run');
  }
}
