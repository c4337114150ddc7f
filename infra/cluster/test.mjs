// `npm run cluster:test [path…]`: the suites on a real control plane. The first run builds it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, installPackages, nodeBinary, root } from '../start/install.mjs';

installPackages('full');
const { installControlPlane, installDefinitions, installTools } = await import('./install.mjs');
try {
  installTools();
  installControlPlane();
  installDefinitions();
} catch (error) {
  fail(`the suites on a real control plane cannot run: ${error.message}`);
}
const args = ['node_modules/jest/bin/jest.js', '-c', 'infra/test/jest.config.mjs', '--selectProjects=cluster', '--forceExit', '--runInBand', ...process.argv.slice(2)];
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' };
process.exit(spawnSync(nodeBinary(), args, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
