// `npm run affected`: runs the suites that changes since the main branch can break. `-- --base=HEAD~3` compares with
// another commit, `-- -t test-unit,test-component` runs only these targets.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, nodeBinary, root } from '../../apps/launcher/install.mjs';
import { suites } from './suites.mjs';

installPackages('full');
const words = process.argv.slice(2);
const targets = words.includes('-t')
  ? []
  : [
      '-t',
      Object.keys(suites)
        .map((name) => `test-${name}`)
        .join(','),
    ];
const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
const { status } = spawnSync(
  nodeBinary(),
  [nx, 'affected', ...targets, '--parallel=2', '--outputStyle=stream', ...words],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  },
);
process.exit(status ?? 1);
