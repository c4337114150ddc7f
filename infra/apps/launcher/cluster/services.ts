/** Runs every service as several processes, with the addresses by which they find each other. */
import { join } from 'node:path';
import { freePairs, freePorts } from '../../../testing/engines/ports.js';
import { SupervisedProcess } from '../child.js';
import { say } from '../installation.js';
import { SERVICES_NODE_OPTIONS } from '../node-options.js';
import { openLoadBalancer, Replicas } from './front.js';

/** Settings with a service's HTTP address, and its RPC address if it has one. */
const ADDRESSES: Readonly<Record<string, { http?: string; rpc?: string }>> = {
  accounts: { http: 'ZO_ACCOUNTS_HTTP_URL', rpc: 'ZO_ACCOUNTS_URL' },
  compute: { http: 'ZO_COMPUTE_HTTP_URL', rpc: 'ZO_COMPUTE_URL' },
  files: { http: 'ZO_FILES_URL' },
  uploads: { http: 'ZO_UPLOADS_URL' },
  zo: { http: 'ZO_ZO_HTTP_URL', rpc: 'ZO_ZO_URL' },
  channels: { http: 'ZO_CHANNELS_HTTP_URL', rpc: 'ZO_CHANNELS_URL' },
  connections: { http: 'ZO_CONNECTIONS_HTTP_URL', rpc: 'ZO_CONNECTIONS_URL' },
  chat: { http: 'ZO_CHAT_URL', rpc: 'ZO_CHAT_RPC_URL' },
  gateway: {},
};
const LOCAL = '127.0.0.1';
/** Longer than a service takes to shut down. */
const GRACE_MS = 30_000;

export interface ServicesOptions {
  readonly checkout: string;
  readonly publicPort: number;
  readonly replicas: number;
  /** Environment of every process. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Services {
  /** The processes that are not ready, and why: `chat 2: database: …`. */
  readonly missing: readonly string[];
  describe(): string;
  stop(): Promise<void>;
}

interface Planned {
  readonly name: string;
  readonly replicas: Replicas;
}

export async function startServices({
  checkout,
  publicPort,
  replicas,
  environment,
}: ServicesOptions): Promise<Services> {
  const planned = await plan(replicas);
  const addresses = await openFronts(planned, publicPort);
  const children = planned.flatMap(({ name, replicas: { ports } }) =>
    ports.map((port, index) => {
      const title = `${name} ${index + 1}`;
      return new SupervisedProcess({
        command: process.execPath,
        args: [...SERVICES_NODE_OPTIONS, join(checkout, 'infra/dist/service.mjs'), name],
        cwd: checkout,
        env: { ...process.env, ...environment, ...addresses, PORT: String(port), ZO_LISTEN: LOCAL },
        onRestart: (reason) => say(`  ${title} ended (${reason}) and is started again.`),
      });
    }),
  );
  for (const child of children) child.start();
  const watching = planned.map(({ replicas: group }) => group.watch());
  await Promise.all(watching);
  return {
    get missing() {
      return planned.flatMap(({ name, replicas: group }) =>
        group.missing.map(({ index, reason }) => `${name} ${index + 1}: ${reason}`),
      );
    },
    describe: () => planned.map(({ name, replicas: { ports } }) => `  ${name.padEnd(9)} ${ports.join(' ')}`).join('\n'),
    stop: async () => {
      for (const { replicas: group } of planned) group.close();
      await Promise.all(children.map((child) => child.stop(GRACE_MS, 'SIGINT')));
    },
  };
}

/** Assigns each process a port, and the next one for its RPC. */
async function plan(count: number): Promise<Planned[]> {
  const names = Object.keys(ADDRESSES);
  const ports = await freePairs(names.length * count);
  return names.map((name, index) => ({
    name,
    replicas: new Replicas(ports.slice(index * count, (index + 1) * count)),
  }));
}

/** Opens one address per service and protocol; that of the gateway is the public one. */
async function openFronts(planned: readonly Planned[], publicPort: number): Promise<Record<string, string>> {
  const wanted = planned.flatMap(({ name, replicas }) => {
    const { http, rpc } = ADDRESSES[name]!;
    return [
      ...(http ? [{ setting: http, replicas, offset: 0 }] : []),
      ...(rpc ? [{ setting: rpc, replicas, offset: 1 }] : []),
    ];
  });
  const ports = await freePorts(wanted.length);
  await Promise.all(
    wanted.map(({ replicas, offset }, index) =>
      openLoadBalancer(replicas, { port: ports[index]!, host: LOCAL, offset }),
    ),
  );
  await openLoadBalancer(planned.find(({ name }) => name === 'gateway')!.replicas, { port: publicPort });
  return Object.fromEntries(wanted.map(({ setting }, index) => [setting, `http://${LOCAL}:${ports[index]!}`]));
}
