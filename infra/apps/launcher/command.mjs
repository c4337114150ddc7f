// `npm run backup`, `restore` and `password-link`, from a bare clone. Runs on any Node from 20 on and with nothing
// installed, so it may import only Node's own modules.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dataFolder } from './data-folder.mjs';
import { fail, installPackages, installPrograms, nodeBinary, root, run } from './install.mjs';

const PROGRAMS = { backup: 'backup.mjs', restore: 'backup.mjs', 'password-link': 'password-link.mjs' };
const [command, ...args] = process.argv.slice(2);

if (process.platform !== 'linux') fail('this runs on Linux');
installPackages('production');
installPrograms({ tar: 'tar' });
const node = nodeBinary();
if (process.env.ZO_PREBUILT !== '1') run('Preparing', node, ['infra/tools/build/build.mjs', '--dev', '--single']);
// File names are relative to the folder where the command was run.
const { status, signal } = spawnSync(
  node,
  ['--enable-source-maps', join(root, 'infra/dist', PROGRAMS[command]), command, ...args],
  {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
    env: { ...process.env, ZO_DATA: dataFolder, ZO_CHECKOUT: root },
  },
);
process.exit(status ?? (signal ? 1 : 0));
