// `npm run gen`: TypeScript from the .proto files, and a lock that installs on every platform.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../start/install.mjs';
import { completeLock } from './complete-lock.mjs';

const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };
const { status } = spawnSync('buf', ['generate'], { cwd: join(root, 'proto'), env, stdio: 'inherit' });
const added = completeLock(join(root, 'package-lock.json'));
if (added.length > 0) console.log(`lock completed with ${added.length} packages of other platforms`);
process.exit(status ?? 1);
