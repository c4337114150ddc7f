/** Runs the product on a real node until SIGINT or SIGTERM. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubectl } from '../paths.mjs';
import { startInstallation } from './installation.js';

console.log('  Building images, starting a node and installing the chart …');
const installation = await startInstallation();
const token = readFileSync(join(installation.data, 'secrets', 'claim-token'), 'utf8');
console.log(
  `\n  The product:  ${installation.url}/claim#token=${token}\n  The cluster:  ${kubectl} ` +
    `--kubeconfig=${installation.node.kubeconfig} get computers -A\n\n  Ctrl-C removes all of it.`,
);
const running = setInterval(() => undefined, 60_000);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    clearInterval(running);
    void installation.stop().then(() => process.exit(0));
  });
}
