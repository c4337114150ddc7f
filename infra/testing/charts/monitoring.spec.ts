/** Alerts and dashboards use only exported metrics, and link to existing runbooks. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadYaml } from '@kubernetes/client-node';
import { LABELS, registry, serveMetrics } from '@zo/metrics';
import { chart } from './render.js';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: string;
  readonly runbook: string;
  readonly summary: string;
}

const alerts = loadYaml<Alert[]>(readFileSync(`${chart('zo')}/alerts.yaml`, 'utf8'));
const dashboards = readdirSync(`${chart('zo')}/dashboards`).map(
  (file) =>
    JSON.parse(readFileSync(`${chart('zo')}/dashboards/${file}`, 'utf8')) as {
      uid: string;
      panels: { targets: { expr: string }[] }[];
    },
);
const exprs = [
  ...alerts.map(({ expr }) => expr),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
];
/** Labels added by Prometheus when it scrapes, or by a histogram. */
const ADDED = ['pod', 'le'];

/** Metrics and labels of an expression that no service exports. */
function unknown(expr: string): string[] {
  const exported = new Set(
    registry
      .getMetricsAsArray()
      .flatMap(({ name, type }) =>
        String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
  );
  const metrics = expr.match(/\b(zo|nodejs|process)_\w+/g) ?? ['no metric'];
  const labels = [...expr.matchAll(/by \(([^)]*)\)/g)]
    .flatMap(([, list]) => list!.split(','))
    .concat([...expr.matchAll(/[{,]\s*(\w+)(?:=~|!=|=)"/g)].map(([, label]) => label!));
  return [
    ...metrics.filter((name) => !exported.has(name)),
    ...labels.map((label) => label.trim()).filter((label) => ![...LABELS, ...ADDED].includes(label as never)),
  ];
}

beforeAll(async () => (await serveMetrics(0, '127.0.0.1'))!.close());

describe('monitoring', () => {
  it('every metric and label of an alert or a dashboard is exported by a service', () => {
    expect(exprs.length).toBeGreaterThan(30);
    for (const expr of exprs) expect([expr, unknown(expr)]).toEqual([expr, []]);
    expect(unknown('sum by (person) (rate(zo_requests_nobody_counts[5m]))')).toEqual([
      'zo_requests_nobody_counts',
      'person',
    ]);
  });

  it('expressions are well formed: brackets close, ranges have a length, and histograms use their buckets', () => {
    for (const expr of exprs) {
      for (const pair of ['()', '{}', '[]'])
        expect([expr, expr.split(pair[0]!).length]).toEqual([expr, expr.split(pair[1]!).length]);
      expect(expr.replace(/\[\d+m(:\d+m)?\]/g, '')).not.toMatch(/[[\]]/);
      if (expr.includes('histogram_quantile'))
        expect(expr).toMatch(/histogram_quantile\(0\.\d+, sum by \(le[^)]*\) \(rate\(\w+_bucket/);
      expect(expr).not.toMatch(/(rate|increase)\(\w+(\{[^}]*\})?\)/);
    }
  });

  it('every alert has a wait time, a severity, a description and a runbook', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { alert, for: wait, severity, runbook, summary } of alerts) {
      expect([
        alert,
        /^Zo[A-Z]\w+$/.test(alert),
        /^\d+m$/.test(wait),
        ['page', 'ticket'].includes(severity),
        summary.length > 20,
      ]).toEqual([alert, true, true, true, true]);
      expect([runbook, existsSync(new URL(`../../runbooks/${runbook}.md`, import.meta.url))]).toEqual([runbook, true]);
    }
  });
});
