import { type Kube, apiErrorOf } from '@zo/kube';
import { LABEL } from '@zo/compute/operator/resources';
import { type Command, say } from './command.js';
import { computers } from './computers.js';
import { Failure } from './failure.js';
import { table } from './table.js';

interface Measured {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly containers: readonly { readonly usage: { readonly cpu: string; readonly memory: string } }[];
}

const MEBIBYTE = 1024 ** 2;
/** Suffixes of Kubernetes quantities. */
const UNITS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 1024,
  Mi: MEBIBYTE,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
};

function quantity(text: string): number {
  const [, count, unit = ''] = /^([\d.]+)([a-zA-Z]*)$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

export const top: Command = {
  name: 'top',
  positionals: [],
  options: {},
  usage: '',
  about: 'what computers use of processor and memory, those that use most first',
  async run(kube) {
    const [all, measured] = await Promise.all([computers(kube), measurements(kube)]);
    const known = new Map(all.map(({ metadata, spec }) => [metadata.name, spec]));
    const sum = ({ containers }: Measured, kind: 'cpu' | 'memory') =>
      containers.reduce((total, { usage }) => total + quantity(usage[kind]), 0);
    const rows = measured.map((pod) => ({
      spec: known.get(pod.metadata.labels?.[LABEL.computer] ?? ''),
      cpu: sum(pod, 'cpu'),
      memory: sum(pod, 'memory'),
    }));
    rows.sort((a, b) => b.cpu - a.cpu || b.memory - a.memory);
    if (rows.length === 0) return say('no computer was measured');
    say(
      table(
        ['HANDLE', 'PLAN', 'CPU', 'MEMORY'],
        rows.map(({ spec, cpu, memory }) => [
          spec?.handle,
          spec?.planRef.name,
          `${Math.round(cpu * 1_000)}m`,
          `${Math.round(memory / MEBIBYTE)}Mi`,
        ]),
      ),
    );
  },
};

async function measurements(kube: Kube): Promise<readonly Measured[]> {
  try {
    const { items } = (await kube.custom.listClusterCustomObject({
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      plural: 'pods',
      labelSelector: LABEL.computer,
    })) as { items: Measured[] };
    return items;
  } catch (error) {
    if (apiErrorOf(error)?.code === 404)
      throw new Failure('nothing measures pods in this cluster (metrics-server is what usually does)');
    throw error;
  }
}
