/** Computers as pods of a real node: wake time, and memory of the services of a small installation. */
import { readdirSync, readFileSync } from 'node:fs';
import { connectAsUser } from '@zo/kube';
import { startInstallation } from '../testing/cluster/node/installation.js';
import { suspend } from '../apps/kubectl-zo/holds.js';
import { Person, type Product } from '../testing/product/product.js';
import { median, print, quantile, time } from './report.js';

const WAKES = 12;
const MEGABYTE = 1024 ** 2;

export async function pods(): Promise<void> {
  const installation = await startInstallation();
  try {
    const ada = await Person.claim(installation as unknown as Product);
    await ada.json('/api/computer/wake', {});
    const kube = connectAsUser({ kubeconfig: installation.node.kubeconfig });
    const asleep = {
      positionals: ['ada'],
      options: { why: 'its waking is measured', wait: '90s' },
      flags: new Set<string>(),
    };
    const took: number[] = [];
    for (let n = 0; n < WAKES; n++) {
      await suspend.run(kube, asleep);
      took.push(await time(() => ada.json('/api/read-fs', { root: 'w', slug: [] })));
    }
    print({
      area: 'pods',
      name: 'wake to the first answer, p50',
      ours: median(took),
      unit: 'ms',
      goal: '≤ 1,500 ms with the image present',
    });
    print({
      area: 'pods',
      name: 'wake to the first answer, p99',
      ours: quantile(took, 0.99),
      unit: 'ms',
      goal: 'printed',
    });
    print({
      area: 'pods',
      name: 'services of the small profile, PSS',
      ours: servicesMemory() / MEGABYTE,
      unit: 'MiB',
      goal: 'printed',
    });
  } finally {
    await installation.stop();
  }
}

function servicesMemory(): number {
  let bytes = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/app/service.mjs')) continue;
      bytes += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) * 1024;
    } catch {
      // The process ended in the meantime.
    }
  }
  return bytes;
}
