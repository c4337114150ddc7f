// `npm run bench [area…]`: prints each figure beside its baseline from the same run. Nothing is asserted.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installEngines } from '../testing/engines/install.mjs';
import { installPackages, installPrograms, nodeBinary, root, run } from '../apps/launcher/install.mjs';

installPackages('full');
installPrograms({
  bwrap: 'bubblewrap',
  rg: 'ripgrep',
  'chromium-headless-shell': 'chromium-headless-shell',
  curl: 'curl',
  nginx: 'nginx-light',
});
const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.includes('events-kafka') || wanted.includes('pods')) installEngines();
if (wanted.length === 0 || wanted.includes('pods')) {
  const { installControlPlane, installNode, installTools } = await import('../testing/cluster/install.mjs');
  for (const install of [installTools, installControlPlane, installNode]) install();
}
const node = nodeBinary();
run('Building', node, ['infra/tools/build/build.mjs']);
const args = ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/bench/areas.ts', ...wanted];
process.exit(
  spawnSync(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  }).status ?? 1,
);
