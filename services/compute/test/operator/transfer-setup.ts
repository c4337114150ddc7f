/** A control plane with an object store and an operator, for tests of backups and restores. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { S3Objects } from '@zo/objects';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { type S3, startS3 } from '../../../../infra/testing/engines/s3.js';
import type { Operator } from '../../src/operator/run/operator.js';
import type { ComputerBackup, ComputerRestore } from '../../src/operator/transfers/resources.js';
import { LocalAgent } from './agents.js';
import { API, clusterWithCharts, computerIn, computerObject, namesOf, operatorOf } from './cluster.js';

export const NAMESPACE = 'computers-00';
export let cluster: Cluster;
export let s3: S3;
export let objects: S3Objects;
export let operator: Operator;
/** The agent that answers for every Ready pod. */
export let answering: LocalAgent;
export const agents: LocalAgent[] = [];

/** Chooses the agent that answers for every Ready pod. */
export const answerWith = (agent: LocalAgent): LocalAgent => (answering = agent);

/** Starts a control plane, an object store and an operator before the tests of a file. */
export function useOperator(): void {
  beforeAll(async () => {
    [cluster, s3] = await Promise.all([clusterWithCharts(), startS3()]);
    objects = new S3Objects(s3);
    operator = await operatorOf(cluster, { objects, agentInstead: () => answering });
    operator.start();
  });
  afterEach(async () => {
    for (const agent of agents.splice(0)) await agent.stop();
  });
  afterAll(async () => {
    await operator?.close();
    await cluster?.stop();
    await s3?.stop();
  });
}

export const make = (kind: 'ComputerBackup' | 'ComputerRestore', name: string, spec: object) =>
  cluster.apply({ apiVersion: API, kind, metadata: { name, namespace: NAMESPACE }, spec });
export const read = async <T>(kind: string, name: string) =>
  JSON.parse(await cluster.kubectl(['get', kind, name, '-n', NAMESPACE, '-o', 'json'])) as T;
export async function ended<T extends ComputerBackup | ComputerRestore>(
  kind: 'computerbackup' | 'computerrestore',
  name: string,
): Promise<T['status'] & object> {
  await eventually(async () => (await read<T>(kind, name)).status?.completedAt !== undefined);
  return (await read<T>(kind, name)).status!;
}

export async function backUp(name: string, computer: string) {
  await make('ComputerBackup', name, { computerRef: { name: computer } });
  return ended<ComputerBackup>('computerbackup', name);
}

export async function restore(name: string, computer: string, backup: string) {
  await make('ComputerRestore', name, { computerRef: { name: computer }, backupRef: { name: backup } });
  return ended<ComputerRestore>('computerrestore', name);
}

export const patch = (name: string, spec: object) =>
  cluster.kubectl(['patch', 'cmp', name, '-n', NAMESPACE, '--type=merge', '-p', JSON.stringify({ spec })]);
export const phaseIs = (name: string, phase: string) =>
  eventually(async () => (await computerIn(cluster, name))?.status?.phase === phase);
export const pods = () => namesOf(cluster, 'pods');
export const claims = () => namesOf(cluster, 'persistentvolumeclaims');

/** Creates a computer with a volume and a key, and an agent with that key. */
export async function computer(name: string, spec: Parameters<typeof computerObject>[1] = {}): Promise<LocalAgent> {
  await cluster.apply(computerObject(name, { operatingMode: 'Running', ...spec }));
  await phaseIs(name, 'Running');
  return agentFor(name);
}

export async function agentFor(name: string): Promise<LocalAgent> {
  const secret = Buffer.from(
    await cluster.kubectl(['get', 'secret', `${name}-agent`, '-n', NAMESPACE, '-o', 'jsonpath={.data.token}']),
    'base64',
  ).toString();
  const agent = await LocalAgent.start(secret);
  agents.push(agent);
  return agent;
}

export function fill(home: string): void {
  for (let n = 0; n < 1_000; n++) {
    const folder = join(home, 'workspace', `folder ${n % 10}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file ${n}`), randomBytes((n % 40) * 100));
  }
  writeFileSync(join(home, 'workspace', 'run.sh'), '#!/bin/sh');
  chmodSync(join(home, 'workspace', 'run.sh'), 0o750);
  symlinkSync('run.sh', join(home, 'workspace', 'link'));
}

/** The history and the index of files go on in a home, so that they are never the same again. */
const LIST = 'find . \\( -path ./.computer/history -o -path ./.computer/index \\) -prune -o';

/** Hashes, modes and links of everything in a home. */
export const digestOf = (home: string) =>
  execFileSync(
    'bash',
    ['-c', `${LIST} -type f -print0 | sort -z | xargs -0 sha256sum && ${LIST} -printf '%p %m %l\\n' | sort`],
    { cwd: home, encoding: 'utf8' },
  );
