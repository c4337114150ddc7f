/** An installation of the product as a team has it: charts and images on a real node, with engines beside it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engines, startEngines } from '../../engines/all.js';
import { freePorts } from '../../engines/ports.js';
import { collectImages } from '../../../tools/images/collect.mjs';
import { eventually } from '@zo/testing/service';
import { type Node, startNode } from './node.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const NAMESPACE = 'zo';
const NODE_PORT = 30_080;

export interface Installation {
  /** Address for browsers. */
  readonly url: string;
  /** A folder with `secrets/claim-token`, for the first user. */
  readonly data: string;
  readonly node: Node;
  readonly engines: Engines;
  /** Changes values with `helm upgrade --wait`. */
  upgrade(values: object): Promise<void>;
  stop(): Promise<void>;
}

export interface InstallationOptions {
  /** Chart values that override those of this installation. */
  readonly values?: object;
  /** Ports of this machine that services may reach besides the engines: fake model providers of tests. */
  readonly models?: readonly number[];
}

export async function startInstallation({ values = {}, models = [] }: InstallationOptions = {}): Promise<Installation> {
  const data = mkdtempSync(join(tmpdir(), 'zo-installation-'));
  const [contexts, node] = await Promise.all([collectImages(), startNode()]);
  const stops = [() => node.stop(), async () => rmSync(data, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.splice(0)) await end();
  };
  try {
    const engines = await startEngines({ advertised: node.outside });
    stops.unshift(() => engines.stop());
    const ports = portsOf(engines);
    await Promise.all([...Object.values(ports), ...models].map((port) => node.reach(port)));
    const images = await buildImages(node, contexts);
    const [port] = await freePorts(1);
    const url = `http://localhost:${port}`;
    await node.forward(NODE_PORT, port);
    await node.apply(
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
      },
      ...secretsOf(node, engines, data),
    );
    const own = merged(valuesOf(node, engines, { url, ...images, models }), values);
    await node.helm('install', 'crds', chart('crds'), '--wait');
    await release(node, 'install', { data, values: own });
    // The pods are ready, but kube-proxy adds the route to them a moment later.
    await eventually(async () => (await fetch(`${url}/api/health`)).ok, 60_000);
    const upgrade = (more: object) => release(node, 'upgrade', { data, values: merged(own, more) });
    return { url, data, node, engines, upgrade, stop };
  } catch (error) {
    const state = await describe(node);
    await stop();
    throw new Error(`${(error as Error).message}\n${state}`, { cause: error });
  }
}

async function buildImages(
  node: Node,
  contexts: string,
): Promise<{ readonly services: string; readonly computers: string }> {
  const build = (name: string, kind: 'service' | 'computer') =>
    node.image(name, { dockerfile: dockerfile(kind), context: join(contexts, kind), base: `base/${kind}` });
  return { services: await build('zo', 'service'), computers: await build('zo-computer', 'computer') };
}

/** Installs or upgrades the chart and waits until every pod is ready. */
async function release(
  node: Node,
  verb: 'install' | 'upgrade',
  { data, values }: { data: string; values: object },
): Promise<void> {
  const file = join(data, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const files = ['-f', join(chart('zo'), 'values-small.yaml'), '-f', file];
  await node.helm(verb, 'zo', chart('zo'), `--namespace=${NAMESPACE}`, ...files, '--wait', '--timeout=170s');
}

/** State of the node for error messages: what an administrator would inspect. */
export async function describe(node: Node): Promise<string> {
  const ask = (...args: string[]) => node.kubectl(args).catch((error: Error) => error.message);
  const pods = await ask(
    'get',
    'pods',
    '-A',
    '--no-headers',
    '-o',
    'custom-columns=n:.metadata.namespace,p:.metadata.name',
  );
  const logs = pods
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .map(([namespace, pod]) => ask('logs', `--namespace=${namespace}`, pod!, '--tail=25', '--prefix'));
  return [
    await ask('get', 'pods', '-A', '-o', 'wide'),
    await ask('get', 'events', '-A', '--field-selector=type=Warning'),
    ...(await Promise.all(logs)),
  ].join('\n');
}

const chart = (name: string) => join(root, 'charts', name);
const dockerfile = (name: string) => join(root, 'infra/tools/images', name, 'Dockerfile');
const portOf = (address: string) => Number(new URL(address).port);

const portsOf = ({ postgres, redis, kafka, s3 }: Engines) => ({
  database: portOf(postgres.url),
  redis: portOf(redis.url),
  kafka: Number(kafka.brokers[0]!.split(':')[1]),
  objects: portOf(s3.endpoint),
});

function secretsOf(node: Node, { postgres, redis, s3 }: Engines, data: string): object[] {
  const token = randomBytes(24).toString('base64url');
  mkdirSync(join(data, 'secrets'));
  writeFileSync(join(data, 'secrets', 'claim-token'), token);
  const { privateKey } = generateKeyPairSync('ed25519');
  const seen = (address: string) => address.replace('127.0.0.1', node.outside);
  const secret = (name: string, files: Readonly<Record<string, string | Buffer>>) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: NAMESPACE },
    data: Object.fromEntries(Object.entries(files).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
  });
  return [
    secret('zo-keys', {
      'internal-token.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'provider-keys.key': randomBytes(32),
      'claim-token': token,
    }),
    secret('zo-database', {
      url: seen(postgres.url).replace('zo_admin@', '{service}@'),
      'admin-url': seen(postgres.url),
    }),
    secret('zo-redis', { url: seen(redis.url) }),
    secret('zo-objects', { 'access-key-id': s3.accessKeyId, 'secret-access-key': s3.secretAccessKey }),
  ];
}

function valuesOf(
  node: Node,
  engines: Engines,
  { url, services, computers, models }: { url: string; services: string; computers: string; models: readonly number[] },
): object {
  const [repository, digest] = services.split('@');
  const ports = portsOf(engines);
  const beside = { ipBlock: { cidr: `${node.outside}/32` } };
  return {
    publicUrl: url,
    image: { repository, digest, pullPolicy: 'Never' },
    kafka: { brokers: `${node.outside}:${ports.kafka}` },
    objects: {
      endpoint: engines.s3.endpoint.replace('127.0.0.1', node.outside),
      bucket: engines.s3.bucket,
      region: engines.s3.region,
      existingSecret: 'zo-objects',
    },
    computers: {
      image: computers,
      plans: {
        free: { cpu: { request: '20m', limit: '2' }, memory: { request: '64Mi', limit: '1Gi' }, storage: '1Gi' },
      },
    },
    networkPolicy: {
      engines: Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, { ports: [port], to: [beside] }])),
      models: models.map((port) => ({ to: [beside], ports: [{ protocol: 'TCP', port }] })),
    },
    services: { gateway: { serviceType: 'NodePort', nodePort: NODE_PORT } },
  };
}

/** Merges objects deeply; all other values are replaced. */
function merged(under: object, over: object): object {
  const result: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
