import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { eventually } from '@zo/testing';
import { startEngines } from '../../../testing/engines/all.js';
import { Person, processesOf, type Product, startProduct } from '../../../testing/product/product.js';
import { Canaries } from '../../../testing/product/canaries.js';
import { startFakeProvider } from '../../../testing/product/fake-provider.js';
import { everyRecord, plantRecord } from '../../../testing/product/kafka-records.js';
import { CredentialSender } from '../../../testing/product/credential-sender.js';
import {
  type Collector,
  expectOneTrace,
  expectTracesOfStreams,
  leaveSpan,
  startCollector,
} from '../../../testing/product/trace-collector.js';
import { retryWhileUnavailable, SERVICES } from '../../../testing/product/replicas.js';

let product: Product;
let ada: Person;
let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
  product = await startProduct({
    cluster: true,
    terminal: true,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  ada = await Person.claim(product);
});
afterAll(async () => {
  await product?.stop();
  await collector?.stop();
});

const launcher = () => product.pids('cluster/main.ts')[0]!;

/** Processes of a launcher's engines: their folders contain its process id. */
const enginesOf = (pid: number) =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`-${pid}-`);
    } catch {
      return false;
    }
  });

describe('external engines', () => {
  it('are used where they are configured, and none is started', async () => {
    const engines = await startEngines();
    const theirs = await startProduct({ cluster: true, environment: { ...engines.environment, ZO_REPLICAS: '1' } });
    const grace = await Person.claim(theirs, 'grace');
    await retryWhileUnavailable(() =>
      grace.post('/api/files/write', { root: 'w', path: ['kept.md'], content: 'kept', base: { any: true } }),
    );
    expect(enginesOf(theirs.pids('cluster/main.ts')[0]!)).toEqual([]);
    await theirs.stop();
    await engines.stop();
  });

  it('docker-compose.yml publishes the addresses of compose.env', () => {
    const { services } = parse(readFileSync(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8')) as {
      services: Record<string, { ports: string[]; environment?: Record<string, string> }>;
    };
    const settings = parseEnv(readFileSync(new URL('../../../testing/engines/compose.env', import.meta.url), 'utf8'));
    const addresses = [
      settings['DATABASE_URL'],
      `kafka://${settings['KAFKA_BROKERS']}`,
      settings['REDIS_URL'],
      settings['S3_ENDPOINT'],
    ].map((address) => new URL(address!).host);
    expect(addresses.sort()).toEqual(
      Object.values(services)
        .map(({ ports: [port] }) => port!.replace(/:\d+$/, ''))
        .sort(),
    );
    expect([services['s3']!.environment!['ROOT_ACCESS_KEY'], services['s3']!.environment!['ROOT_SECRET_KEY']]).toEqual([
      settings['S3_ACCESS_KEY_ID'],
      settings['S3_SECRET_ACCESS_KEY'],
    ]);
  });
});

describe('npm run dev:cluster', () => {
  it('AU-02 prints its address, and runs every service as two processes', async () => {
    expect(product.output()).toContain(`http://localhost:${product.port}/claim#token=`);
    for (const name of SERVICES) expect([name, product.services(name).length]).toEqual([name, 2]);
    expect(enginesOf(launcher()).length).toBeGreaterThan(0);
  });

  it('S11 one action is one trace, from the browser through gRPC, the agent and Kafka headers, without personal data', async () => {
    await expectOneTrace(ada, collector);
    expect([...new Set(collector.spans.map(({ service }) => service))]).toEqual(
      expect.arrayContaining(['gateway', 'files', 'chat', 'compute']),
    );
  });

  it('S11 websockets and streamed answers belong to the trace that the browser began, down to the agent', async () => {
    await expectTracesOfStreams(ada, collector);
  });

  it('S11 no secret appears in a Kafka record, a span or the log', async () => {
    const provider = await startFakeProvider();
    const canaries = new Canaries();
    const sender = new CredentialSender(canaries, { product, person: ada, provider });
    await sender.passwords();
    await sender.modelKeys();
    await sender.tickets();
    await provider.stop();
    // Once this later action has been traced, all earlier spans have arrived.
    await expectOneTrace(ada, collector);
    const brokers = /(?:^|\0)KAFKA_BROKERS=([^\0]*)/
      .exec(readFileSync(`/proc/${product.services('chat')[0]}/environ`, 'utf8'))![1]!
      .split(',');
    const sweep = async () => ({
      'a record of Kafka': await everyRecord(brokers),
      'a span': JSON.stringify(collector.spans),
      'the log': product.output(),
    });
    const places = await sweep();
    expect([
      places['a record of Kafka'].includes('file.trashed'),
      places['a span'].includes('POST /api/auth/password'),
    ]).toEqual([true, true]);
    expect(canaries.found(places)).toEqual([]);
    const left = canaries.plant('left behind');
    await plantRecord(brokers, left);
    await leaveSpan(collector, left);
    expect(canaries.found(await sweep())).toEqual(['left behind: in a record of Kafka', 'left behind: in a span']);
    console.log(
      `S11: ${canaries.size} canaries, ${Object.entries(places)
        .map(([place, { length }]) => `${length} characters of ${place}`)
        .join(', ')}`,
    );
  });

  it('D1 SIGKILL of the launcher leaves no process or engine behind, and the next start loses nothing', async () => {
    const wrote = await retryWhileUnavailable(() =>
      ada.post('/api/files/write', { root: 'w', path: ['kept.md'], content: 'kept', base: { any: true } }),
    );
    expect(wrote.status).toBe(200);
    const { id } = await ada.json<{ id: string }>('/api/conversations', { title: 'kept too' });
    const { data, port } = product;
    const pid = launcher();
    process.kill(pid, 'SIGKILL');
    await eventually(() => processesOf(data).length === 0 && enginesOf(pid).length === 0);
    product = await startProduct({ cluster: true, terminal: true, data, port });
    expect(
      await (await retryWhileUnavailable(() => ada.post('/api/read-fs', { root: 'w', slug: ['kept.md'] }))).json(),
    ).toMatchObject({ fileContent: 'kept' });
    expect(await ada.json(`/api/conversations/${id}`)).toMatchObject({ title: 'kept too' });
  });

  it('AU-02 Ctrl-C reaches all processes of a terminal at once, and all end in order, without an error or leftovers', async () => {
    const said = product.output().length;
    const pid = launcher();
    await product.stop({ keep: true });
    expect(product.output().slice(said)).toBe('');
    expect([...processesOf(product.data), ...enginesOf(pid)]).toEqual([]);
  });
});
