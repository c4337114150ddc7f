import { expect, it } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { beforeScrape, LABELS, metrics, registry, serveMetrics } from './index.js';

type Metrics = ReturnType<Registry['getMetricsAsArray']>;
const labelsOf = (from: Metrics) =>
  from.flatMap((metric) => (metric as unknown as { labelNames: string[] }).labelNames);

it('S11 labels come from the fixed list, and none of them could identify a user', () => {
  expect(LABELS.filter((label) => /user|person|email|handle|session|computer|path|name|id$/.test(label))).toEqual([]);
  const usual = new Registry();
  collectDefaultMetrics({ register: usual });
  // Those of Node are in it, too, once it has been served.
  const own = registry.getMetricsAsArray().filter(({ name }) => !usual.getSingleMetric(name));
  expect(labelsOf(own).filter((label) => !(LABELS as readonly string[]).includes(label))).toEqual([]);
  expect([...new Set(labelsOf(usual.getMetricsAsArray()))].toSorted()).toEqual([
    'kind',
    'major',
    'minor',
    'patch',
    'space',
    'type',
    'version',
  ]);
  // @ts-expect-error a label that is not declared does not compile
  expect(() => metrics.runs.inc({ user: 'ada' })).toThrow('not included');
});

it('gauges are looked up before each scrape, and a failing one hides no other', async () => {
  let looks = 0;
  const ends = [
    beforeScrape(() => metrics.queue.set(++looks)),
    beforeScrape(async () => Promise.reject(new Error('away'))),
  ];
  const server = (await serveMetrics(0, '127.0.0.1'))!;
  const read = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  expect(await read()).toContain('\nzo_reconcile_queue_length 1\n');
  expect(await read()).toMatch(/\nzo_reconcile_queue_length 2\n[^]*nodejs_eventloop_lag_p99_seconds [\d.e-]+\n/);
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
  for (const end of ends) end();
  server.close();
  expect(await serveMetrics(undefined)).toBeUndefined();
});
