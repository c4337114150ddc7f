import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const SHARES = `create table provider_shares (
  provider_id uuid primary key references providers (id) on delete cascade, user_id uuid not null,
  models text[], people uuid[], updated_at timestamptz not null default now())`;

/**
 * The only way to rows of another user's provider: those that it shares with the user of the transaction. All rows are
 * visible only while the function works.
 */
const SHARED = `create function shared_providers() returns table (id uuid, user_id uuid, kind text, label text,
    base_url text, key bytea, models jsonb, enabled boolean, allow_private boolean, created_at timestamptz)
  language plpgsql stable as $$
  #variable_conflict use_column
  declare
    reader uuid := nullif(current_setting('app.user_id', true), '')::uuid;
    seen text := coalesce(current_setting('app.all_tenants', true), '');
  begin
    perform set_config('app.all_tenants', 'on', true);
    return query select p.id, p.user_id, p.kind, p.label, p.base_url, p.key,
        (select coalesce(jsonb_agg(m.value order by m.at), '[]'::jsonb)
           from jsonb_array_elements(p.models) with ordinality m (value, at)
           where s.models is null or m.value ->> 'slug' = any(s.models)),
        p.enabled, p.allow_private, p.created_at
      from provider_shares s join providers p on p.id = s.provider_id and p.user_id = s.user_id
      where p.enabled and p.user_id <> reader and (s.people is null or reader = any(s.people));
    perform set_config('app.all_tenants', seen, true);
  end $$`;

/** Providers that the owner shares. `models` and `people` null: all of them. */
export class SharedProviders1769200000000 implements MigrationInterface {
  readonly name = 'SharedProviders1769200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SHARES);
    for (const sql of tenantPolicies('provider_shares')) await runner.query(sql);
    await runner.query(SHARED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function shared_providers()');
    await runner.query('drop table provider_shares');
  }
}
