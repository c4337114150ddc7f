// `npm run bench [area…]`: prints each figure beside its floor or peer of the same run. Nothing is asserted.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, installPrograms, nodeBinary, root, run } from '../start/install.mjs';

installPackages('full');
installPrograms({ bwrap: 'bubblewrap', rg: 'ripgrep', chromium: 'chromium', curl: 'curl', nginx: 'nginx-light' });
const node = nodeBinary();
run('Building', node, ['infra/build/build.mjs']);
const args = ['--import', './infra/build/ts-hooks.mjs', 'infra/bench/areas.ts', ...process.argv.slice(2)];
process.exit(spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` } }).status ?? 1);
