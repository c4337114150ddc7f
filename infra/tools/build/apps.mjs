// `npm run build`: builds everything through Nx; also works as the first command on a fresh clone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, nodeBinary, root } from '../../apps/launcher/install.mjs';

installPackages('full');
const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
const { status } = spawnSync(nodeBinary(), [nx, 'run-many', '-t', 'build', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
});
process.exit(status ?? 1);
