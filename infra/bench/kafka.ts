/**
 * Events through Kafka: from the commit that publishes one to its handler. Postgres runs durably, as in the product.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { testEventLog, type TestEventLog } from '@zo/testing/events';
import { eventually } from '@zo/testing/service';
import { startKafka } from '../testing/engines/kafka.js';
import { startPostgres } from '@zo/embedded-postgres';
import { print, quantile } from './report.js';

const RATE = 1_000;
const SECONDS = 5;
const TICK_MS = 10;
const BACKLOG = 5_000;
const KEYS = Array.from({ length: 200 }, () => crypto.randomUUID());

export async function eventsKafka(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zo-bench-pg-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder, maxConnections: 100 });
  process.env['ZO_TEST_DATABASE'] = postgres.adminUrl;
  const kafka = await startKafka();
  try {
    for (const client of ['kafkajs', 'platformatic'] as const) {
      const log = await testEventLog({ KAFKA_BROKERS: kafka.brokers, KAFKA_CLIENT: client });
      await latency(log, client);
      await throughput(log, client);
      await log.close();
      await kafka.wipe();
    }
    const direct = await testEventLog();
    await latency(direct, 'Postgres alone');
    await throughput(direct, 'Postgres alone');
    await direct.close();
  } finally {
    await kafka.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Latency of one transaction per event at a steady rate. */
async function latency(log: TestEventLog, name: string): Promise<void> {
  const committed = new Map<string, number>();
  const took: number[] = [];
  const handled = new Map<string, number>();
  const consumer = log.consumer('latency', async (event) => void handled.set(log.handleOf(event), performance.now()));
  consumer.start();
  await log.append([{ key: KEYS[0]!, handle: 'first' }]);
  await eventually(() => handled.has('first'));
  const begun = performance.now();
  const open: Promise<void>[] = [];
  for (let n = 0; n < RATE * SECONDS;) {
    const due = Math.min(RATE * SECONDS, Math.floor(((performance.now() - begun) / 1_000) * RATE));
    for (; n < due; n++) {
      const handle = String(n);
      open.push(
        log.append([{ key: KEYS[n % KEYS.length]!, handle }]).then(() => void committed.set(handle, performance.now())),
      );
    }
    await delay(TICK_MS);
  }
  await Promise.all(open);
  const published = (RATE * SECONDS) / ((performance.now() - begun) / 1_000);
  await eventually(() => handled.size > RATE * SECONDS, 120_000);
  await consumer.stop();
  for (const [handle, at] of committed) took.push(Math.max(0, handled.get(handle)! - at));
  const at = `commit to handler at ${Math.round(published)}/s, ${name}`;
  print({ area: 'kafka', name: `${at}, p50`, ours: quantile(took, 0.5), unit: 'ms', goal: '≤ 20 ms through Kafka' });
  print({ area: 'kafka', name: `${at}, p99`, ours: quantile(took, 0.99), unit: 'ms', goal: 'printed' });
}

/** Throughput of a backlog for a new consumer group. */
async function throughput(log: TestEventLog, name: string): Promise<void> {
  for (let n = 0; n < BACKLOG; n += 500)
    await log.append(Array.from({ length: 500 }, (_, i) => ({ key: KEYS[i % KEYS.length]!, handle: `b${n + i}` })));
  let count = 0;
  const total = BACKLOG + RATE * SECONDS + 1;
  const consumer = log.consumer('throughput', async () => void count++);
  const begun = performance.now();
  consumer.start();
  await eventually(() => count >= total, 180_000);
  const seconds = (performance.now() - begun) / 1_000;
  await consumer.stop();
  print({
    area: 'kafka',
    name: `most events of a backlog, ${name}`,
    ours: total / seconds,
    unit: '/s',
    goal: '≥ 5,000/s through Kafka',
  });
}
