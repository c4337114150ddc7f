/** Kafka without ZooKeeper: one node, or three with every partition on all of them. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paths } from './paths.mjs';
import { freePorts } from './ports.js';
import { type Engine, engineFolder, startEngine } from './runner.js';

export interface Kafka {
  /** Bootstrap addresses, for `KAFKA_BROKERS`. */
  readonly brokers: string[];
  /** Node n has the broker id n + 1. */
  readonly nodes: readonly Engine[];
  /** Another, empty cluster at the same addresses. */
  wipe(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  readonly id: number;
  readonly advertised: string;
  readonly folder: string;
  readonly port: number;
  readonly controller: number;
  readonly directory: string;
}

const JAVA = ['java', '-Xms64m', '-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dlog4j2.configurationFile=log4j2.properties'];
const run = promisify(execFile);

/** @param options.advertised where clients find the brokers by the same ports, when that is not this machine's 127.0.0.1 */
export async function startKafka({ nodes: count = 1, advertised = '127.0.0.1' }: { nodes?: 1 | 3; advertised?: string } = {}): Promise<Kafka> {
  if (!existsSync(join(paths.kafka, 'libs'))) throw new Error('Kafka is not installed: run `node infra/engines/install.mjs`');
  const root = engineFolder('kafka');
  const ports = await freePorts(count * 2);
  const plan = Array.from({ length: count }, (_, n): Node => ({ id: n + 1, advertised, folder: join(root, String(n + 1)), port: ports[2 * n]!, controller: ports[2 * n + 1]!, directory: directoryId() }));
  await formatAll(plan);
  const nodes = await Promise.all(plan.map(launch));
  return {
    brokers: plan.map(({ port }) => `127.0.0.1:${port}`),
    nodes,
    wipe: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      for (const { folder } of plan) rmSync(join(folder, 'data'), { recursive: true, force: true });
      await formatAll(plan);
      await Promise.all(nodes.map((node) => node.restart()));
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** 16 bytes in Kafka's spelling; one that begins with a dash would be read as an option. */
function directoryId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

const java = (...args: string[]) => [...JAVA, '-cp', join(paths.kafka, 'libs', '*'), ...args];

async function formatAll(plan: readonly Node[]): Promise<void> {
  const cluster = directoryId();
  await Promise.all(plan.map((node) => format(node, plan, cluster)));
}

async function format(node: Node, plan: readonly Node[], cluster: string): Promise<void> {
  mkdirSync(node.folder, { recursive: true });
  const file = join(node.folder, 'server.properties');
  writeFileSync(file, properties(node, plan));
  const voters = plan.map(({ id, controller, directory }) => `${id}@127.0.0.1:${controller}:${directory}`).join(',');
  const [program, ...args] = java('kafka.tools.StorageTool', 'format', '--initial-controllers', voters, '--cluster-id', cluster, '-c', file);
  await run(program!, args, { cwd: paths.kafka });
}

function launch({ id, folder }: Node): Promise<Engine> {
  const command = java(`-Dlog4j2.configurationFile=${join(paths.kafka, 'log4j2.properties')}`, 'kafka.Kafka', join(folder, 'server.properties'));
  // A clean end moves leaders first and takes seconds; what a commit needs is on disk without it.
  return startEngine({ name: `Kafka node ${id}`, folder, command, ready: /Kafka Server started/, end: 'SIGKILL' });
}

function properties({ id, advertised, folder, port, controller }: Node, plan: readonly Node[]): string {
  const copies = plan.length;
  const most = copies === 1 ? 1 : 2;
  const settings: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.bootstrap.servers': plan.map((node) => `127.0.0.1:${node.controller}`).join(','),
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `PLAINTEXT://${advertised}:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': join(folder, 'data'),
    'auto.create.topics.enable': 'false',
    'default.replication.factor': copies,
    'min.insync.replicas': most,
    'offsets.topic.replication.factor': copies,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': most,
    // What makes tests quick: few internal partitions, little memory, and a killed node is missed after 2 s.
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.num.partitions': 4,
    'log.cleaner.dedupe.buffer.size': 4_194_304,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    'broker.session.timeout.ms': 2_000,
    'broker.heartbeat.interval.ms': 500,
    'group.consumer.min.session.timeout.ms': 1_000,
    'group.consumer.session.timeout.ms': 6_000,
    'group.consumer.min.heartbeat.interval.ms': 200,
    'group.consumer.heartbeat.interval.ms': 500,
  };
  return Object.entries(settings).map(([key, value]) => `${key}=${value}\n`).join('');
}
