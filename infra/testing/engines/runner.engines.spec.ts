/**
 * The engines themselves, as plain processes: they work, keep their data, and never outlive the process that started
 * them.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kafka as KafkaClient, logLevel } from 'kafkajs';
import { Client } from 'pg';
import { eventually } from '@zo/testing/service';
import { type Engines, startEngines } from './all.js';
import { engineFolder, startEngine } from './runner.js';

let engines: Engines;
beforeAll(async () => {
  process.env['ZO_TEST_ENGINES'] = 'processes';
  engines = await startEngines();
});
afterAll(() => engines.stop());

const redis = (command: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(engines.redis.url).port), '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.setEncoding('utf8').once('data', (answer: string) => {
      socket.destroy();
      resolve(answer);
    });
    socket.once('error', reject);
  });

async function sql<T>(text: string): Promise<T[]> {
  const client = new Client(engines.postgres.url);
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

async function s3(method: string, path: string, body = ''): Promise<string> {
  const { endpoint, accessKeyId, secretAccessKey, region } = engines.s3;
  const args = [
    '-sSf',
    '-X',
    method,
    '--aws-sigv4',
    `aws:amz:${region}:s3`,
    '--user',
    `${accessKeyId}:${secretAccessKey}`,
    '-H',
    `x-amz-content-sha256: ${createHash('sha256').update(body).digest('hex')}`,
    ...(body ? ['--data-binary', body] : []),
    endpoint + path,
  ];
  return (await promisify(execFile)('curl', args)).stdout;
}

const client = () =>
  new KafkaClient({ clientId: 'engines', brokers: [...engines.kafka.brokers], logLevel: logLevel.NOTHING });

async function lastOffset(topic: string): Promise<string> {
  const admin = client().admin();
  await admin.connect();
  try {
    return (await admin.fetchTopicOffsets(topic))[0]!.high;
  } finally {
    await admin.disconnect();
  }
}

async function produce(topic: string): Promise<void> {
  const admin = client().admin();
  const producer = client().producer();
  await Promise.all([admin.connect(), producer.connect()]);
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
  await producer.send({ topic, messages: [{ value: 'kept' }] });
  await Promise.all([admin.disconnect(), producer.disconnect()]);
}

describe('engines', () => {
  it('D4 each works, and keeps its data when it is killed and restarted on the same folder and port', async () => {
    await produce('kept');
    await sql('create table kept as select 7 as n');
    expect(await redis('SET kept 7')).toBe('+OK\r\n');
    await s3('PUT', '/bucket');
    await s3('PUT', '/bucket/kept', 'seven');
    const all = [engines.kafka.nodes[0]!, engines.postgres, engines.redis, engines.s3];
    const before = all.map(({ pid }) => pid);
    // Wait for the next flush to disk, so that the kill cannot lose the write.
    await eventually(() =>
      readFileSync(`${engines.redis.folder}/appendonlydir/appendonly.aof.1.incr.aof`, 'utf8').includes('kept'),
    );
    await Promise.all(all.map((engine) => engine.kill()));
    await Promise.all(all.map((engine) => engine.restart()));
    expect(all.map(({ pid }) => pid).filter((pid) => before.includes(pid))).toEqual([]);
    expect(await sql('select n from kept')).toEqual([{ n: 7 }]);
    expect(await redis('GET kept')).toBe('$1\r\n7\r\n');
    expect(await s3('GET', '/bucket/kept')).toBe('seven');
    expect(await eventually(() => lastOffset('kept'))).toBe('1');
  });

  it('a frozen engine does not respond until it continues', async () => {
    engines.redis.signal('SIGSTOP');
    let answered = false;
    const answer = redis('PING').then((text) => {
      answered = true;
      return text;
    });
    await eventually(() => readFileSync(`/proc/${engines.redis.pid}/stat`, 'utf8').split(') ')[1]!.startsWith('T'));
    expect(answered).toBe(false);
    engines.redis.signal('SIGCONT');
    expect(await answer).toBe('+PONG\r\n');
  });

  it('an engine that does not start reports its last output', async () => {
    const folder = engineFolder('none');
    const command = ['sh', '-c', 'echo no such option; exit 3'];
    await expect(startEngine({ name: 'Nothing', folder, command, ready: /never/, end: 'SIGTERM' })).rejects.toThrow(
      'Nothing did not start: ended with 3\nno such option',
    );
  });

  it('all end when the process that started them is killed', async () => {
    const root = new URL('../../..', import.meta.url).pathname;
    const parent = spawn(
      process.execPath,
      ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/testing/engines/main.ts'],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_OPTIONS: '' },
      },
    );
    let lines = '';
    parent.stdout.setEncoding('utf8').on('data', (chunk: string) => (lines += chunk));
    await eventually(() => lines.includes('S3_SECRET_ACCESS_KEY='));
    const children = childrenOf(parent.pid!);
    expect(children).toHaveLength(4);
    parent.kill('SIGKILL');
    await eventually(() => children.every((pid) => !isRunning(pid)));
  });
});

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.startsWith('Z');
