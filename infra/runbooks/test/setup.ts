/** A cluster with real engines, in which the commands of the runbooks run. */
import { afterAll, beforeAll } from '@jest/globals';
import { S3Objects } from '@zo/objects';
import { LocalAgent } from '../../../services/compute/test/operator/agents.js';
import { type Kafka, startKafka } from '../../testing/engines/kafka.js';
import { type PostgresCluster, startPostgresCluster } from '../../testing/engines/postgres-cluster.js';
import { type S3, startS3 } from '../../testing/engines/s3.js';
import { type Installation, startInstallation } from '../../apps/kubectl-zo/test/installation.js';
import { type Services, startServices } from '../../apps/kubectl-zo/test/services.js';
import { Runbooks } from './runbook.js';

export let installation: Installation;
export let services: Services;
export let kafka: Kafka;
export let postgres: PostgresCluster;
export let s3: S3;
/** The agent that answers for the pods of computers. */
export let agent: LocalAgent;
export const runbooks = new Runbooks(() => installation.type);
export const runbook = (name: string) => runbooks.open(name);

/** Replaces the agent that answers for the pods of computers. */
export const setAgent = (next: LocalAgent): LocalAgent => (agent = next);

/** Starts the cluster and its engines before the tests of a file. */
export function useInstallation(): void {
  beforeAll(async () => {
    s3 = await startS3();
    const backups = { objects: new S3Objects(s3), agentInstead: () => agent };
    [installation, kafka, postgres] = await Promise.all([
      startInstallation(backups),
      startKafka(),
      startPostgresCluster(),
    ]);
    process.env['ZO_TEST_DATABASE'] = `${postgres.url}?application_name=test`;
    services = await startServices(installation.cluster, { KAFKA_BROKERS: kafka.brokers.join(',') });
  });
  afterAll(async () => {
    await services?.stop();
    await Promise.all([installation?.stop(), kafka?.stop(), postgres?.stop(), s3?.stop()]);
    delete process.env['ZO_TEST_DATABASE'];
  });
}

export const kubectl = (...args: string[]) => installation.cluster.kubectl(args);
export const phase = async (handle: string) => (await installation.computer(handle)).status?.phase;
/** Cells of the row that begins with these, of a table. */
export const row = (out: string, ...begin: string[]) =>
  out
    .split('\n')
    .map((line) => line.split(/ {2,}/))
    .find((cells) => begin.every((cell, index) => cells[index] === cell));
