// `npm run gen`: generates TypeScript from the .proto files, openapi.json of the services with the browser's types, and
// a lock that installs on every platform. `--release`: also records the messages of this version.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, nodeBinary, root } from '../../apps/launcher/install.mjs';
import { completeLock } from './complete-lock.mjs';

installPackages('full');
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };
const run = (command, args, cwd) => spawnSync(command, args, { cwd, env, stdio: 'inherit' }).status ?? 1;
const status =
  run('buf', ['generate'], join(root, 'proto')) || run(nodeBinary(), [join(root, 'infra/tools/gen/openapi.mjs')], root);
const released =
  status === 0 && process.argv.includes('--release')
    ? run(nodeBinary(), ['--import', './infra/tools/build/ts-hooks.mjs', 'proto/released/write.ts'], root)
    : 0;
const added = completeLock(join(root, 'package-lock.json'));
if (added.length > 0) console.log(`lock completed with ${added.length} packages of other platforms`);
process.exit(status || released);
