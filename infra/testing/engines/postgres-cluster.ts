/**
 * Postgres as CloudNativePG runs it for `charts/platform-deps`: a primary, two standbys that stream from it, and one
 * address that leads to the current primary. The test promotes.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { parseAllDocuments } from 'yaml';
import { goldenFile } from '../charts/render.js';
import { type Postgres as Server, startPostgres } from '@zo/embedded-postgres';
import { openLoadBalancer } from '../../apps/launcher/cluster/front.js';
import { freePorts } from './ports.js';
import { engineFolder } from './runner.js';

const STANDBYS = ['standby-1', 'standby-2'];
const LOCAL = '127.0.0.1';
const SOON_MS = 20_000;

interface Member {
  readonly port: number;
  readonly server: Server;
}

export interface PostgresCluster {
  /** Administrator's address at the current primary, for `DATABASE_URL`. */
  readonly url: string;
  /** Cuts the standbys off from the primary. */
  cut(): Promise<void>;
  /** Reconnects the standbys, which catch up. */
  join(): Promise<void>;
  /** Kills the primary with SIGKILL; no server accepts writes until `promote`. */
  killPrimary(): Promise<void>;
  /** Promotes the standby with the most log; the other one streams from it. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** `synchronous_standby_names` of the chart: `ANY 1 (…)`. */
export function synchronousStandbys(): string {
  const documents = parseAllDocuments(readFileSync(goldenFile('platform-deps'), 'utf8')).map(
    (document) =>
      document.toJS() as { kind: string; spec: { postgresql: { synchronous: { method: string; number: number } } } },
  );
  const { method, number } = documents.find(({ kind }) => kind === 'Cluster')!.spec.postgresql.synchronous;
  return `${method.toUpperCase()} ${number} (${STANDBYS.map((name) => `"${name}"`).join(', ')})`;
}

/** @param synchronous `synchronous_standby_names`; empty: the primary alone confirms commits */
export async function startPostgresCluster(synchronous = synchronousStandbys()): Promise<PostgresCluster> {
  const folder = engineFolder('pg-cluster');
  // The database's user must be able to traverse it to its own folder below.
  chmodSync(folder, 0o711);
  const [door, stream, first, ...ports] = (await freePorts(3 + STANDBYS.length)) as [
    number,
    number,
    number,
    ...number[],
  ];
  const cluster = new ReplicatedPostgres(folder, door, await startMember(folder, 'primary', first));
  await cluster.openFronts(stream);
  await query(first, `alter system set synchronous_standby_names = '${synchronous}'`);
  await query(first, `alter system set wal_keep_size = '1GB'`);
  await query(first, 'select pg_reload_conf()');
  await copyTo(
    first,
    join(folder, 'primary'),
    STANDBYS.map((name) => ({
      folder: join(folder, name),
      settings: `primary_conninfo = 'host=${LOCAL} port=${stream} user=zo_admin application_name=${name}'\nwal_retrieve_retry_interval = 100\n`,
    })),
  );
  await cluster.follow(await Promise.all(STANDBYS.map((name, index) => startMember(folder, name, ports[index]!))));
  return cluster;
}

class ReplicatedPostgres implements PostgresCluster {
  readonly url: string;
  private primary?: Member;
  private standbys: readonly Member[] = [];
  private isCut = false;
  private readonly fronts: Awaited<ReturnType<typeof openLoadBalancer>>[] = [];

  constructor(
    private readonly folder: string,
    private readonly frontPort: number,
    primary: Member,
  ) {
    this.primary = primary;
    this.url = `postgres://zo_admin@${LOCAL}:${frontPort}/zo`;
  }

  /** Opens the address of the primary, and the one that standbys stream from. */
  async openFronts(stream: number): Promise<void> {
    const primary = () => (this.primary ? [this.primary.port] : []);
    this.fronts.push(await openLoadBalancer({ inTurn: primary }, { port: this.frontPort, host: LOCAL }));
    this.fronts.push(
      await openLoadBalancer({ inTurn: () => (this.isCut ? [] : primary()) }, { port: stream, host: LOCAL }),
    );
  }

  async follow(standbys: readonly Member[]): Promise<void> {
    this.standbys = standbys;
    await this.streaming();
  }

  async cut(): Promise<void> {
    this.isCut = true;
    await query(this.primary!.port, 'select pg_terminate_backend(pid) from pg_stat_replication');
  }

  async join(): Promise<void> {
    this.isCut = false;
    await this.streaming();
  }

  async killPrimary(): Promise<void> {
    const { server } = this.primary!;
    this.primary = undefined;
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
  }

  async promote(): Promise<void> {
    const received = await Promise.all(this.standbys.map(({ port }) => receivedBy(port)));
    const next = this.standbys[received.indexOf(Math.max(...received))]!;
    await query(next.port, 'select pg_promote()');
    this.primary = next;
    this.isCut = false;
    await this.follow(this.standbys.filter((member) => member !== next));
  }

  async stop(): Promise<void> {
    for (const front of this.fronts) front.close();
    await Promise.all([this.primary, ...this.standbys].map((member) => member?.server.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Resolves once every standby is streaming. */
  private async streaming(): Promise<void> {
    const sql = `select from pg_stat_replication where state = 'streaming' and sync_state <> 'potential'`;
    await until(async () => (await query(this.primary!.port, sql)).length === this.standbys.length);
  }
}

/** Received log position of a standby in bytes. */
async function receivedBy(port: number): Promise<number> {
  const sql = `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0') as at`;
  return Number((await query<{ at: string }>(port, sql))[0]!.at);
}

async function startMember(folder: string, name: string, port: number): Promise<Member> {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  return { port, server: await startPostgres({ folder: own, port, maxConnections: 200 }) };
}

/** Takes a base backup with SQL functions: the published binaries lack `pg_basebackup`. */
async function copyTo(
  port: number,
  from: string,
  targets: readonly { folder: string; settings: string }[],
): Promise<void> {
  const data = join(from, 'data');
  const { uid, gid } = statSync(data);
  const client = await connected(port);
  try {
    await client.query(`select pg_backup_start('standbys', true)`);
    for (const { folder } of targets) {
      mkdirSync(folder);
      execFileSync('cp', ['-a', data, folder]);
    }
    const [stopped] = (await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')).rows;
    for (const { folder, settings } of targets) {
      const copy = join(folder, 'data');
      for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, name), { force: true });
      for (const { name } of readdirSync(join(copy, 'pg_wal'), { withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ))
        rmSync(join(copy, 'pg_wal', name));
      appendFileSync(join(copy, 'postgresql.auto.conf'), settings);
      for (const [name, content] of [
        ['backup_label', stopped!.labelfile],
        ['standby.signal', ''],
      ] as const) {
        writeFileSync(join(copy, name), content);
        chownSync(join(copy, name), uid, gid);
      }
    }
  } finally {
    await client.end();
  }
}

async function connected(port: number): Promise<Client> {
  const client = new Client({ host: LOCAL, port, user: 'zo_admin', database: 'zo' });
  await client.connect();
  return client;
}

async function query<T>(port: number, sql: string): Promise<T[]> {
  const client = await connected(port);
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + SOON_MS; !(await happened()); await delay(50))
    if (Date.now() > deadline) throw new Error(`nothing happened within ${SOON_MS} ms`);
}
