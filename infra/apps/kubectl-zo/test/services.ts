/** The accounts service outside the cluster, in place of its pods: the API server's proxy forwards to it. */
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { accounts } from '@zo/accounts/service';
import { listen } from '@zo/gateway/server';
import { localUpstream } from '@zo/gateway/upstream';
import { accountsEvents } from '@zo/proto/topics';
import { adminUrlOptions, Database } from '@zo/db';
import { type EventLogConfig, inboxIndex, inboxTable, type LoggedEvent, openEventLog } from '@zo/events';
import { eventually, startTestService, testPlatform, type TestService } from '@zo/testing';
import { Client } from 'pg';
import type { Cluster } from '../../../testing/cluster/cluster.js';
import { freePorts } from '../../../testing/engines/ports.js';

/** A consumer group of the events. */
export interface Compute {
  /** Makes every event fail. */
  fails: boolean;
  /** No event is handled before this resolves. */
  isFree: Promise<void>;
  /** Keys of the applied events. */
  readonly applied: string[];
  stop(): Promise<void>;
}

export interface Services {
  readonly accounts: TestService;
  /** Queries as administrator of the database. */
  query<T>(sql: string, values?: unknown[]): Promise<T[]>;
  /** Connects the service again after the pod of accounts was recreated. */
  lead(): Promise<void>;
  /** Claims the installation; returns the id of its owner. */
  claim(handle: string): Promise<string>;
  /** Publishes an event for compute. */
  publish(key: string): Promise<void>;
  /** Address of the administrators' port, without the API server in front. */
  readonly adminUrl: string;
  readonly gatewayUrl: string;
  /** Data folder with the secrets of the installation. */
  readonly data: string;
  readonly compute: Compute;
  stop(): Promise<void>;
}

export async function startServices(
  cluster: Cluster,
  environment: Readonly<Record<string, string>> = {},
): Promise<Services> {
  const [adminPort, gatewayPort] = (await freePorts(2)) as [number, number];
  Object.assign(process.env, {
    ZO_ADMIN_PORT: String(adminPort),
    ZO_KUBECONFIG: await cluster.accountKubeconfig('zo:zo-accounts'),
  });
  const test = await testPlatform({ ZO_PUBLIC_URL: `http://127.0.0.1:${gatewayPort}`, ...environment });
  const service = await startTestService(accounts, test.platform);
  const gateway = await listen(
    {
      platform: test.platform,
      upstreams: new Map([['accounts', localUpstream(service.service)]]),
      proxies: 0,
      frontend: (_, response) => void response.writeHead(404).end(),
    },
    gatewayPort,
  );
  await leadTo(cluster, adminPort);
  const compute = await startCompute(test.database.serviceUrl, test.platform.config);
  // One connection per query: the database may have been down in between.
  const query = async <T>(sql: string, values: unknown[] = []) => {
    const admin = new Client(adminUrlOptions(test.database.adminUrl));
    await admin.connect();
    try {
      return (await admin.query(sql, values)).rows as T[];
    } finally {
      await admin.end();
    }
  };
  return {
    accounts: service,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    data: test.platform.config.ZO_DATA,
    compute,
    query,
    lead: () => leadTo(cluster, adminPort),
    claim: async (handle) => {
      const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
      const answer = await fetch(`${service.url}/api/auth/claim`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, email: `${handle}@example.com`, password: 'correct horse', handle }),
      });
      return ((await answer.json()) as { claims: { id: string } }).claims.id;
    },
    publish: async (key) =>
      void (await query(`select events.append($1, 0, gen_random_uuid(), $2, 'account.created', '')`, [
        accountsEvents.name,
        key,
      ])),
    stop: async () => {
      await compute.stop();
      await gateway.close('SIGINT');
      await service.stop();
      await test.close();
      delete process.env['ZO_ADMIN_PORT'];
      delete process.env['ZO_KUBECONFIG'];
    },
  };
}

/** Makes this machine the address of the accounts pod. The API server refuses loopback addresses. */
async function leadTo(cluster: Cluster, port: number): Promise<void> {
  const ip = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  if (!ip) throw new Error('this machine has no address but loopback');
  const inZo = (...args: string[]) => cluster.kubectl([...args, '-n', 'zo']);
  const pods = '-l=app.kubernetes.io/component=accounts';
  await inZo('wait', '--for=condition=Ready', 'pod', pods, '--timeout=60s');
  // The proxy forwards only to addresses of pods.
  const pod = await inZo('get', 'pod', pods, '-o', 'name');
  await inZo(
    'patch',
    pod.trim(),
    '--subresource=status',
    '--type=merge',
    '-p',
    JSON.stringify({ status: { podIP: ip, podIPs: [{ ip }] } }),
  );
  const { spec } = JSON.parse(await inZo('get', 'service', 'zo-accounts', '-o', 'json')) as {
    spec: { ports: { name: string }[] };
  };
  const path = `/spec/ports/${spec.ports.findIndex(({ name }) => name === 'admin')}/targetPort`;
  await inZo(
    'patch',
    'service',
    'zo-accounts',
    '--type=json',
    '-p',
    JSON.stringify([{ op: 'replace', path, value: port }]),
  );
  await eventually(() =>
    inZo('get', '--raw', '/api/v1/namespaces/zo/services/zo-accounts:admin/proxy/').catch((error: Error) =>
      /NotFound/.test(error.message),
    ),
  );
}

class Inbox {
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query(inboxTable);
    await runner.query(inboxIndex);
  }
  async down(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('drop table inbox');
  }
}
Object.defineProperty(Inbox, 'name', { value: 'Inbox1700000000000' });

async function startCompute(url: string, config: EventLogConfig): Promise<Compute> {
  const database = new Database({ service: 'compute', url, entities: [], migrations: [Inbox] });
  await database.open();
  const compute = { applied: [] as string[], fails: false, isFree: Promise.resolve() };
  const handle = async ({ key }: LoggedEvent) => {
    await compute.isFree;
    if (compute.fails) throw new Error('no disk');
    compute.applied.push(key);
  };
  const { name: topic, partitions } = accountsEvents;
  const log = openEventLog(database, config);
  const consumer = log.consumer({
    dataSource: database.dataSource,
    group: 'compute',
    topic,
    partitions,
    attempts: 2,
    retryDelayMs: 5,
    handle,
  });
  consumer.start();
  log.start();
  const stop = async () => {
    await consumer.stop();
    await log.stop();
    await database.close();
  };
  return Object.assign(compute, { stop });
}
