// `npm run e2e [path…]`: the journeys in a real Chromium against `npm start` on an empty data folder; with `--cluster` against `npm run dev:cluster`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, installPrograms, nodeBinary, root, run } from '../start/install.mjs';

const cluster = process.argv.includes('--cluster');
installPackages('full');
installPrograms({ bwrap: 'bubblewrap', rg: 'ripgrep', chromium: 'chromium', git: 'git' });
const node = nodeBinary();
run('Building', node, ['infra/build/build.mjs']);
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
};
const args = [
  'node_modules/jest/bin/jest.js',
  '-c',
  'infra/test/jest.config.mjs',
  `--selectProjects=${cluster ? 'cluster-e2e' : 'e2e'}`,
  '--runInBand',
  '--forceExit',
  ...process.argv.slice(2).filter((word) => word !== '--cluster'),
];
process.exit(spawnSync(node, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
