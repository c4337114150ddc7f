/** Computers as pods of a real node: how long a sleeping one takes to answer, and what the services of a small installation need. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Installation, startInstallation } from '../cluster/node/installation.js';
import { Person, type Product } from '../product/product.js';
import { eventually } from '../../services/shared/testing/service.js';
import { median, print, quantile, time } from './report.js';

const WAKES = 12;
const MEGABYTE = 1024 ** 2;

export async function pods(): Promise<void> {
  const installation = await startInstallation();
  try {
    const ada = await Person.claim(installation as unknown as Product);
    await ada.json('/api/computer/wake', {});
    const took: number[] = [];
    for (let n = 0; n < WAKES; n++) {
      await endPod(installation);
      took.push(await time(() => ada.json('/api/read-fs', { root: 'w', slug: [] })));
    }
    print({ area: 'pods', name: 'wake to the first answer, p50', ours: median(took), unit: 'ms', goal: '≤ 1,500 ms with the image present' });
    print({ area: 'pods', name: 'wake to the first answer, p99', ours: quantile(took, 0.99), unit: 'ms', goal: 'printed' });
    print({ area: 'pods', name: 'services of the small profile, PSS', ours: servicesMemory() / MEGABYTE, unit: 'MiB', goal: 'printed' });
  } finally {
    await installation.stop();
  }
}

/** As when it fell asleep: the volume stays, the pod goes. */
async function endPod({ node }: Installation): Promise<void> {
  await node.kubectl(['delete', 'pods', '-A', '-l', 'app.kubernetes.io/name=computer', '--force', '--grace-period=0']);
  await eventually(async () => (await node.kubectl(['get', 'computers', '-A', '-o', 'jsonpath={.items[*].status.phase}'])) === 'Suspended', 60_000);
}

function servicesMemory(): number {
  let bytes = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/app/service.mjs')) continue;
      bytes += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) * 1024;
    } catch {
      // It ended while we looked.
    }
  }
  return bytes;
}
