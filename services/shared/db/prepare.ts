/** Creates roles and schemas as the database's administrator before any service connects. Safe to repeat. */
import { Socket } from 'node:net';
import { Client, type ClientConfig, type DatabaseError } from 'pg';
import { limitConnect } from '@zo/streams';

const NAME = /^[a-z][a-z_]*$/;
/** duplicate_object; unique_violation, where both create it in the same moment. */
const EXISTS = new Set(['42710', '23505']);

export interface PrepareOptions {
  /** Address of a role that may create roles and schemas. */
  readonly adminUrl: string;
  readonly services: readonly string[];
  /**
   * Further statements to run as administrator, e.g. those of the event log. `{roles}` is replaced by all service
   * roles.
   */
  readonly statements?: readonly string[];
  /** Password of a role to be created; without one, only a server with trust authentication lets the role in. */
  readonly passwordOf?: (service: string) => string | undefined;
}

export async function prepareDatabase({
  adminUrl,
  services,
  statements = [],
  passwordOf,
}: PrepareOptions): Promise<void> {
  const bad = services.find((name) => !NAME.test(name));
  if (bad !== undefined) throw new Error(`not a service name: ${bad}`);
  const client = new Client(adminUrlOptions(adminUrl));
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('zo:prepare'))`);
    for (const service of services) await prepareService(client, service, passwordOf?.(service));
    const roles = services.map((service) => `zo_${service}`).join(', ');
    for (const statement of statements) await client.query(statement.replaceAll('{roles}', roles));
  } finally {
    await client.end();
  }
}

async function prepareService(client: Client, service: string, password: string | undefined): Promise<void> {
  const role = `zo_${service}`;
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (known.rowCount === 0) await createRole(client, role, password);
  // A role that is not a superuser must be a member of another role to create a schema, or restore rows, in its name.
  const member = await client.query(`select pg_has_role(current_user, $1, 'MEMBER') as is`, [role]);
  if (!(member.rows as { is: boolean }[])[0]!.is) await client.query(`grant ${role} to current_user`);
  await client.query(`create schema if not exists ${service} authorization ${role}`);
}

/** Roles belong to the whole server and the lock to one database: another database may have made the role meanwhile. */
async function createRole(client: Client, role: string, password: string | undefined): Promise<void> {
  const secret = password ? ` password ${client.escapeLiteral(password)}` : '';
  try {
    await client.query(`create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole${secret}`);
  } catch (error) {
    if (!EXISTS.has((error as DatabaseError).code ?? '')) throw error;
  }
}

/** Converts `postgres://user@/db?host=/socket/folder` to node-postgres options; passes other addresses through. */
export function adminUrlOptions(address: string): ClientConfig {
  const url = new URL(address);
  const host = url.searchParams.get('host');
  if (!host) return { connectionString: address, stream: socketWithConnectTimeout };
  return {
    host,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    database: url.pathname.slice(1),
    stream: socketWithConnectTimeout,
  };
}

/** A socket with a short connect timeout. */
export const socketWithConnectTimeout = () => limitConnect(new Socket());
