// `npm run cluster:test [path…]`: the suites on a real control plane. `npm run e2e:cluster`: the product on a real node. The first run builds what they need.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, installPackages, nodeBinary, root } from '../start/install.mjs';

const [project, ...paths] = process.argv.slice(2);
installPackages('full');
const { installControlPlane, installDefinitions, installNode, installTools } = await import('./install.mjs');
const { installEngines } = await import('../engines/install.mjs');
try {
  for (const install of [
    installTools,
    installControlPlane,
    project === 'node' ? installNode : installDefinitions,
    installEngines,
  ])
    install();
} catch (error) {
  fail(`the suites on ${project === 'node' ? 'a real node' : 'a real control plane'} cannot run: ${error.message}`);
}
const args = [
  'node_modules/jest/bin/jest.js',
  '-c',
  'infra/test/jest.config.mjs',
  `--selectProjects=${project}`,
  '--forceExit',
  '--runInBand',
  ...paths,
];
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
};
process.exit(spawnSync(nodeBinary(), args, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
