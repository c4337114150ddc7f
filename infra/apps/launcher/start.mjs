// `npm start`: from a bare clone to a running computer. Runs on any Node from 20 on and with nothing installed, so it
// may import only Node's own modules.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { dataFolder, prepareDataFolder } from './data-folder.mjs';
import { fail, installPackages, installPrograms, nodeBinary, root, run } from './install.mjs';

const dev = process.argv.includes('--dev');
const cluster = process.argv.includes('--cluster');
const started = Date.now();
const port = Number(process.env.PORT || 4600);

/** One line on what prevents a start on this machine, or undefined. */
async function machineProblem() {
  if (process.platform !== 'linux') return 'this runs on Linux; elsewhere use a Linux machine or virtual machine';
  if (!['x64', 'arm64'].includes(process.arch)) return `there are no binaries for ${process.arch}`;
  if (Number(process.versions.node.split('.')[0]) < 20) return `Node 20 or newer is needed, this is ${process.version}`;
  if (cpus().length < 1) return 'no processor was found';
  if (totalmem() < 1.5e9) return `1.5 GB of memory are needed, there are ${(totalmem() / 1e9).toFixed(1)}`;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return `PORT has to be a number from 1 to 65535, not “${process.env.PORT}”`;
  const invalidData = prepareDataFolder();
  if (invalidData) return invalidData;
  if (await answers(port)) return `port ${port} is in use; choose another one, for example PORT=${port + 1} npm start`;
  return undefined;
}

const answers = (number) =>
  new Promise((resolve) => {
    const socket = connect(number, '127.0.0.1', () => resolve(true) || socket.destroy()).on('error', () =>
      resolve(false),
    );
  });

const problem = await machineProblem();
if (problem) fail(problem);
// A single machine needs neither broker clients nor the compiler that runs services from their sources.
installPackages(dev || cluster || process.env.KAFKA_BROKERS ? 'full' : 'production');
installPrograms({ bwrap: 'bubblewrap', rg: 'ripgrep' });
const node = nodeBinary();
if (cluster && !['KAFKA_BROKERS', 'REDIS_URL', 'S3_ENDPOINT'].every((name) => process.env[name])) await bringEngines();
// A prebuilt installation is started as it is.
if (process.env.ZO_PREBUILT !== '1') {
  // Computers use the programs of this machine until their own image is built, and users open terminals in the first
  // minute.
  installPrograms({ git: 'git', vim: 'vim', htop: 'htop', less: 'less', zip: 'zip', jq: 'jq', python3: 'python3' });
  run('Preparing', node, ['infra/tools/build/build.mjs', ...(dev ? ['--dev'] : []), ...(cluster ? [] : ['--single'])]);
}

// The cluster launcher is for development and runs from its sources.
const launcherArgs = cluster
  ? ['--import', join(root, 'infra/tools/build/ts-hooks.mjs'), join(root, 'infra/apps/launcher/cluster/main.ts')]
  : ['--enable-source-maps', join(root, 'infra/dist/launcher.mjs')];
// The launcher must not outlive this process, however it ends: the kernel signals it (parent-death signal).
const launcher = spawn('setpriv', ['--pdeathsig', 'TERM', node, ...launcherArgs], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ZO_DATA: dataFolder,
    PORT: String(port),
    ZO_CHECKOUT: root,
    ZO_STARTED_AT: String(started),
    ...(dev && { ZO_DEV: '1' }),
    // Its engines end with it, however it ends: not as containers.
    ...(cluster && { ZO_TEST_ENGINES: 'processes' }),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => launcher.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
launcher.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

/** Installs Kafka, Redis and S3, unless this machine has them. */
async function bringEngines() {
  const { installEngines } = await import('../../testing/engines/install.mjs');
  try {
    installEngines();
  } catch (error) {
    fail(error.message);
  }
}
