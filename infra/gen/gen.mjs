// `npm run gen`: TypeScript from the .proto files.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../start/install.mjs';

const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };
const { status } = spawnSync('buf', ['generate'], { cwd: join(root, 'proto'), env, stdio: 'inherit' });
process.exit(status ?? 1);
