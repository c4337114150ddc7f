/** Renders the charts with Helm into golden files, one for each way to install them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../cluster/install.mjs';

const charts = fileURLToPath(new URL('../../../charts', import.meta.url));
const golden = fileURLToPath(new URL('golden', import.meta.url));

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
/** Values that every installation must set. */
export const REQUIRED = [
  '--set=publicUrl=https://zo.example.com',
  `--set=image.repository=registry.example.com/zo,image.digest=${digest('a')}`,
  `--set=computers.image=registry.example.com/computer@${digest('b')}`,
];
/** Values for everything that is off by default. */
const EVERYTHING = [
  '--set=route.enabled=true,route.gateway.name=public,route.gateway.namespace=gateways',
  '--set=sites.host=zo-pages.example,userContent.host=zo-content.example',
  '--set=kafka.brokers=deps-kafka-kafka-bootstrap:9093,kafka.tls.enabled=true,kafka.tls.caSecret=deps-kafka-cluster-ca-cert',
  '--set=kafka.sasl.mechanism=scram-sha-512,kafka.sasl.username=zo-kafka,kafka.sasl.existingSecret=zo-kafka',
  '--set=objects.endpoint=https://s3.example.com,objects.existingSecret=zo-objects',
  '--set=owner.existingSecret=zo-owner',
  '--set=image.pullSecrets={registry},computers.pullSecrets={registry}',
  '--set=monitoring.enabled=true',
  '--set=tracing.endpoint=http://collector.observability:4318',
  '--set=mail.enabled=true,mail.domain=mail.example.com,mail.tlsSecret=zo-mail',
];

export const chart = (name: string) => join(charts, name);
const profile = (name: string) => `--values=${join(charts, 'zo', `values-${name}.yaml`)}`;

/** Name of each golden file and the arguments for Helm. */
export const WAYS: Readonly<Record<string, readonly string[]>> = {
  small: ['template', 'zo', chart('zo'), '--namespace=zo', profile('small'), ...REQUIRED],
  ha: ['template', 'zo', chart('zo'), '--namespace=zo', profile('ha'), ...REQUIRED, ...EVERYTHING],
  'platform-deps': [
    'template',
    'deps',
    chart('platform-deps'),
    '--namespace=zo',
    '--set=postgres.enabled=true,postgres.podMonitor=true,kafka.enabled=true,valkey.enabled=true',
    '--set=postgres.archive.destination=s3://zo-postgres/archive,postgres.archive.endpoint=https://s3.example.org',
  ],
};
export const goldenFile = (way: string) => join(golden, `${way}.yaml`);

/** @throws Error with the error output of Helm */
export function helm(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(installTools(), 'helm'), args, {
    encoding: 'utf8',
    maxBuffer: 64e6,
  });
  if (status !== 0) throw new Error(stderr.replaceAll(/^level=INFO .*\n/gm, ''));
  return stdout;
}

export interface Rendered {
  readonly text: string;
  /** Objects of the namespaces 01 to 15, which equal those of 00 but for the number. */
  readonly repeated: readonly string[];
}

/** The objects as Helm renders them; those of the sixteen computer namespaces appear once. */
export function render(way: string): Rendered {
  const documents = helm(...WAYS[way]!)
    .split(/^---\n/m)
    .filter((text) => text.trim());
  const repeated = documents.filter((text) => /computers-(0[1-9]|1[0-5])$/m.test(text));
  return { text: documents.filter((text) => !repeated.includes(text)).join('---\n'), repeated };
}
