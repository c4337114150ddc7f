/** Kafka without ZooKeeper: one broker, or three with every partition replicated to all of them. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paths } from './paths.mjs';
import { freePorts } from './ports.js';
import type { Engine } from './engine.js';
import { engineFolder, startEngine } from './runner.js';

export interface Kafka {
  /** Bootstrap addresses, for `KAFKA_BROKERS`. */
  readonly brokers: string[];
  /** Access with credentials over TLS, when it was requested. */
  readonly secured: Secured | undefined;
  /** Node n has the broker id n + 1. */
  readonly nodes: readonly Engine[];
  /** Restarts with an empty cluster at the same addresses. */
  wipe(): Promise<void>;
  stop(): Promise<void>;
}

/** Accepts PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512. */
interface Secured {
  readonly brokers: string[];
  /** PEM; the certificate is for `localhost`. */
  readonly ca: string;
  readonly username: string;
  readonly password: string;
}

interface Node {
  readonly id: number;
  readonly advertised: string;
  readonly folder: string;
  readonly port: number;
  readonly controller: number;
  readonly directory: string;
  readonly secured: SecuredPort | undefined;
}

interface SecuredPort {
  readonly port: number;
  readonly password: string;
  /** Key and certificate. */
  readonly keystore: string;
}

const JAVA = [
  'java',
  '-Xms64m',
  '-Xmx128m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Dlog4j2.configurationFile=log4j2.properties',
];
/** Classes as the JVM has them in memory, so that a start takes half of the processor time. */
const ARCHIVE = `${paths.kafka}.jsa`;
let archived: Promise<void> | undefined;
const run = promisify(execFile);

const USERNAME = 'zo';

/** @param options.advertised host under which clients reach the brokers, at the same ports; by default 127.0.0.1 */
export async function startKafka({
  nodes: count = 1,
  advertised = '127.0.0.1',
  secured = false,
}: { nodes?: 1 | 3; advertised?: string; secured?: boolean } = {}): Promise<Kafka> {
  if (!existsSync(join(paths.kafka, 'libs')))
    throw new Error('Kafka is not installed: run `node infra/testing/engines/install.mjs`');
  await (archived ??= archiveClasses());
  const root = engineFolder('kafka');
  const ports = await freePorts(count * 3);
  const password = randomBytes(16).toString('hex');
  const certificate = secured ? await certificateIn(root) : undefined;
  const plan = Array.from({ length: count }, (_, n): Node => {
    const [port, controller, third] = ports.slice(3 * n) as [number, number, number];
    return {
      id: n + 1,
      advertised,
      folder: join(root, String(n + 1)),
      port,
      controller,
      directory: directoryId(),
      secured: certificate && { port: third, password, keystore: certificate.keystore },
    };
  });
  await formatAll(plan);
  const nodes = await Promise.all(plan.map((node) => launch(node)));
  return {
    brokers: plan.map(({ port }) => `127.0.0.1:${port}`),
    secured: certificate && {
      brokers: plan.map((node) => `localhost:${node.secured!.port}`),
      ca: certificate.ca,
      username: USERNAME,
      password,
    },
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

/** Creates a self-signed certificate. */
async function certificateIn(folder: string): Promise<{ ca: string; keystore: string }> {
  const [key, cert, keystore] = ['key.pem', 'cert.pem', 'keystore.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  const ca = readFileSync(cert, 'utf8');
  writeFileSync(keystore, readFileSync(key, 'utf8') + ca, { mode: 0o600 });
  return { ca, keystore };
}

/** A random 16-byte id in Kafka's encoding, without a leading dash, which would be parsed as an option. */
function directoryId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

const java = (...args: string[]) => [
  ...JAVA,
  ...(existsSync(ARCHIVE) ? [`-XX:SharedArchiveFile=${ARCHIVE}`] : []),
  '-cp',
  join(paths.kafka, 'libs', '*'),
  ...args,
];

/**
 * Starts a broker once for its classes, which the JVM archives as it ends; a JVM that cannot use them loads its own.
 */
async function archiveClasses(): Promise<void> {
  if (existsSync(ARCHIVE)) return;
  const folder = join(engineFolder('kafka'), '1');
  const [port, controller] = (await freePorts(2)) as [number, number];
  const directory = directoryId();
  const node = { id: 1, advertised: '127.0.0.1', folder, port, controller, directory, secured: undefined };
  await formatAll([node]);
  // Renamed, because other processes may archive at the same time.
  const draft = `${ARCHIVE}.${process.pid}`;
  const broker = await launch(node, { options: [`-XX:ArchiveClassesAtExit=${draft}`], end: 'SIGTERM' });
  await broker.stop();
  if (existsSync(draft)) renameSync(draft, ARCHIVE);
}

async function formatAll(plan: readonly Node[]): Promise<void> {
  const cluster = directoryId();
  await Promise.all(plan.map((node) => format(node, plan, cluster)));
}

async function format(node: Node, plan: readonly Node[], cluster: string): Promise<void> {
  mkdirSync(node.folder, { recursive: true });
  const file = join(node.folder, 'server.properties');
  writeFileSync(file, properties(node, plan));
  const voters = plan.map(({ id, controller, directory }) => `${id}@127.0.0.1:${controller}:${directory}`).join(',');
  const users = node.secured
    ? ['SHA-256', 'SHA-512'].flatMap((hash) => [
        '--add-scram',
        `SCRAM-${hash}=[name=${USERNAME},password=${node.secured!.password}]`,
      ])
    : [];
  const [program, ...args] = java(
    'kafka.tools.StorageTool',
    'format',
    '--initial-controllers',
    voters,
    '--cluster-id',
    cluster,
    '-c',
    file,
    ...users,
  );
  await run(program!, args, { cwd: paths.kafka });
}

function launch(
  { id, folder }: Node,
  { options = [], end = 'SIGKILL' }: { options?: string[]; end?: 'SIGKILL' | 'SIGTERM' } = {},
): Promise<Engine> {
  const command = java(
    ...options,
    `-Dlog4j2.configurationFile=${join(paths.kafka, 'log4j2.properties')}`,
    'kafka.Kafka',
    join(folder, 'server.properties'),
  );
  // A graceful stop moves leaders first and takes seconds; committed data is on disk without it.
  return startEngine({ name: `Kafka node ${id}`, folder, command, ready: /Kafka Server started/, end });
}

function securedProperties({ password, keystore }: SecuredPort): Record<string, string> {
  const login = (kind: 'plain.Plain' | 'scram.Scram', more = '') =>
    `org.apache.kafka.common.security.${kind}LoginModule required${more};`;
  return {
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'listener.name.secured.ssl.keystore.type': 'PEM',
    'listener.name.secured.ssl.keystore.location': keystore,
    'listener.name.secured.plain.sasl.jaas.config': login('plain.Plain', ` user_${USERNAME}="${password}"`),
    'listener.name.secured.scram-sha-256.sasl.jaas.config': login('scram.Scram'),
    'listener.name.secured.scram-sha-512.sasl.jaas.config': login('scram.Scram'),
  };
}

function properties({ id, advertised, folder, port, controller, secured }: Node, plan: readonly Node[]): string {
  const copies = plan.length;
  const most = copies === 1 ? 1 : 2;
  const settings: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.bootstrap.servers': plan.map((node) => `127.0.0.1:${node.controller}`).join(','),
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}${secured ? `,SECURED://127.0.0.1:${secured.port}` : ''}`,
    'advertised.listeners': `PLAINTEXT://${advertised}:${port}${secured ? `,SECURED://localhost:${secured.port}` : ''}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL',
    'log.dirs': join(folder, 'data'),
    'auto.create.topics.enable': 'false',
    'default.replication.factor': copies,
    'min.insync.replicas': most,
    'offsets.topic.replication.factor': copies,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': most,
    // Settings that speed up tests: few internal partitions, little memory, and a killed broker is detected after 2 s.
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
    ...(secured && securedProperties(secured)),
  };
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}
