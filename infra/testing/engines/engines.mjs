// `npm run engines`: runs Kafka, Redis, S3 and Postgres as plain processes; prints their addresses and stops them on
// Ctrl-C.
import { spawn } from 'node:child_process';
import { fail, installPackages, nodeBinary, root } from '../../apps/launcher/install.mjs';
import { installEngines } from './install.mjs';

installPackages('full');
try {
  installEngines();
} catch (error) {
  fail(error.message);
}
const child = spawn(nodeBinary(), ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/testing/engines/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  // Processes end with this one, however it ends.
  env: { ...process.env, ZO_TEST_ENGINES: 'processes' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
