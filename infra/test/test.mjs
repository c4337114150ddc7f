// `npm test [path…]`: all suites on real processes, from a bare clone. Prints the totals last.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installPackages, installPrograms, nodeBinary, root, run } from '../start/install.mjs';

const only = process.argv.slice(2);
const JOURNEY_PARTS = only.length > 0 ? 1 : 6;
installPackages('full');
installPrograms({
  bwrap: 'bubblewrap',
  rg: 'ripgrep',
  chromium: 'chromium',
  git: 'git',
  python3: 'python3',
  ip: 'iproute2',
  strace: 'strace',
  curl: 'curl',
  zip: 'zip',
  pdftotext: 'poppler-utils',
});
const node = nodeBinary();
// Beside the other suites, one after the other: where nothing is cached, an engine is compiled for minutes, the control plane for ten.
const ended = (args, options) =>
  new Promise((resolve) =>
    spawn(node, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], ...options }).once('exit', resolve),
  );
const enginesInstalled = ended(['infra/engines/install.mjs']);
const clusterInstalled = enginesInstalled.then(() => ended(['infra/cluster/install.mjs']));
run('Building', node, ['infra/build/build.mjs']);

const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
};

/** One run of jest: a project, or a part of it (`2/6`). Answers its counts. */
async function jest(name, { workers = 1, part } = {}) {
  const report = join(cache, `${name}${part ? `-${part.replace('/', '-of-')}` : ''}.json`);
  rmSync(report, { force: true });
  const jestArgs = [
    'node_modules/jest/bin/jest.js',
    '-c',
    'infra/test/jest.config.mjs',
    `--selectProjects=${name}`,
    '--forceExit',
    '--passWithNoTests',
    '--json',
    `--outputFile=${report}`,
    `--maxWorkers=${workers}`,
    ...(part ? [`--shard=${part}`] : []),
  ];
  const script = ['frontends', 'cluster', 'node'].includes(name)
    ? jestArgs
    : ['--import', './infra/build/ts-hooks.mjs', 'infra/test/with-postgres.ts', ...jestArgs];
  const code = await ended([...script, ...only], { env });
  if (!existsSync(report)) throw new Error(`the ${name} tests did not run (exit ${code})`);
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
}

const installed = {
  engines: enginesInstalled,
  'cluster-e2e': enginesInstalled,
  node: clusterInstalled,
  cluster: clusterInstalled,
};

/** One after the other, each once what it needs is there. Takes them off the list; answers their counts. */
async function inTurn(tasks) {
  const counts = [];
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const [name, options] = task;
    if (((await installed[name]) ?? 0) !== 0)
      throw new Error(`the ${name} tests cannot run; what is missing is said above`);
    counts.push(await jest(name, options));
  }
  return counts;
}

const runs = [];
try {
  runs.push(
    ...(await inTurn([
      ['frontends', { workers: 2 }],
      ['services', { workers: 2 }],
      ['engines', { workers: 2 }],
    ])),
  );
  // These wait more than they compute: two at a time keep two cores busy. Faults of engines are timed: nothing else runs beside
  // those. Whoever is through with a control plane helps with the journeys.
  const journeys = [
    ['cluster-e2e'],
    ...Array.from({ length: JOURNEY_PARTS }, (_, index) => ['e2e', { part: `${index + 1}/${JOURNEY_PARTS}` }]),
  ];
  const onCluster = inTurn([['node'], ['cluster']]);
  const lanes = await Promise.allSettled([inTurn(journeys), onCluster, onCluster.then(() => inTurn(journeys))]);
  for (const { reason, value } of lanes) {
    if (reason) throw reason;
    runs.push(...value);
  }
} catch (error) {
  fail(error.message);
}
const sum = (key) => runs.reduce((total, counts) => total + counts[key], 0);
const line = `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`;
writeFileSync(join(cache, 'zo-test-summary'), `${line}\n`);
console.log(line);
// A run that found no test has proven nothing.
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
