/**
 * The audit log: one hash chain per user, across all services. The administrator's role owns it; services append
 * through one function and can neither change nor delete a row.
 */
const CANONICAL = `create or replace function audit.canonical(variadic fields text[]) returns bytea language sql immutable as $$
  select convert_to(coalesce(string_agg(octet_length(f) || ':' || f || ',', '' order by n), ''), 'UTF8')
  from unnest(fields) with ordinality as u (f, n) $$`;

/** SQL for `at` as it enters the hash: microseconds in UTC, independent of the time zone of the connection. */
export const AT = `to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const APPEND = `create or replace function audit.append(
    a_user uuid, a_actor text, a_session text, a_request text, a_action text, a_target text, a_details json)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    -- The role that connected, which no caller can choose.
    a_service text := regexp_replace(session_user, '^zo_', '');
    a_seq bigint; a_previous bytea; a_hash bytea; at timestamptz;
  begin
    if current_setting('app.user_id', true) is distinct from a_user::text then
      raise exception 'an audit row of another user';
    end if;
    -- The lock on the head is the last of a transaction and lasts until its commit: rows of a user are in commit order.
    insert into audit.head (user_id, seq, hash, at) values (a_user, 0, '', now()) on conflict do nothing;
    select h.seq + 1, h.hash into a_seq, a_previous from audit.head h where h.user_id = a_user for update;
    at := clock_timestamp();
    a_hash := sha256(a_previous || audit.canonical(
      a_user::text, a_seq::text, ${AT}, a_service,
      a_actor, a_session, a_request, a_action, a_target, a_details::text));
    insert into audit.entry values (
      a_user, a_seq, at, a_service, a_actor, a_session, a_request, a_action, a_target, a_details, a_hash);
    update audit.head h set seq = a_seq, hash = a_hash, at = clock_timestamp() where h.user_id = a_user;
  end $$`;

/** Statements for `prepareDatabase`; `{roles}` is replaced by the roles of all services. */
export const auditStatements: readonly string[] = [
  'create schema if not exists audit',
  `create table if not exists audit.entry (
     user_id uuid not null, seq bigint not null, at timestamptz not null, service text not null, actor text not null,
     session_id text not null, request_id text not null, action text not null, target text not null,
     details json not null, hash bytea not null, primary key (user_id, seq))`,
  `create table if not exists audit.head (
     user_id uuid primary key, seq bigint not null, hash bytea not null, at timestamptz not null)`,
  'create index if not exists head_by_at on audit.head (at)',
  CANONICAL,
  APPEND,
  'alter table audit.entry enable row level security',
  'drop policy if exists tenant on audit.entry',
  `create policy tenant on audit.entry for select using (user_id = nullif(current_setting('app.user_id', true), ` +
    `'')::uuid)`,
  'revoke all on all functions in schema audit from public',
  'grant usage on schema audit to {roles}',
  'grant execute on function audit.append to {roles}',
  // The accounts service shows users their own entries and anchors the heads.
  'grant select on audit.entry, audit.head to zo_accounts',
];
