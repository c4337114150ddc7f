// `npm run cluster`: one real node with the chart installed and engines beside it. Prints how to reach it and removes
// everything on Ctrl-C.
import { spawn } from 'node:child_process';
import { fail, installPackages, nodeBinary, root } from '../../apps/launcher/install.mjs';

installPackages('full');
const { installControlPlane, installNode, installTools } = await import('./install.mjs');
const { installEngines } = await import('../engines/install.mjs');
try {
  for (const install of [installTools, installControlPlane, installNode, installEngines]) install();
} catch (error) {
  fail(error.message);
}
const child = spawn(
  nodeBinary(),
  ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/testing/cluster/node/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
