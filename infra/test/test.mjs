// `npm test [path…]`: all suites on real processes, from a bare clone. Prints the totals last.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installPackages, installPrograms, nodeBinary, root, run } from '../start/install.mjs';

const only = process.argv.slice(2);
installPackages('full');
installPrograms({ bwrap: 'bubblewrap', rg: 'ripgrep', chromium: 'chromium', git: 'git', python3: 'python3', ip: 'iproute2', strace: 'strace', curl: 'curl', zip: 'zip', pdftotext: 'poppler-utils' });
const node = nodeBinary();
// Beside the other suites, one after the other: where nothing is cached, an engine is compiled for minutes, the control plane for ten.
const ended = (args, options) => new Promise((resolve) => spawn(node, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], ...options }).once('exit', resolve));
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

/** One run of jest; answers its counts. */
async function jest(name, args) {
  const report = join(cache, `${name}.json`);
  rmSync(report, { force: true });
  const jestArgs = ['node_modules/jest/bin/jest.js', '-c', 'infra/test/jest.config.mjs', `--selectProjects=${name}`, '--forceExit', '--passWithNoTests', '--json', `--outputFile=${report}`];
  const script = ['frontends', 'cluster', 'node'].includes(name) ? jestArgs : ['--import', './infra/build/ts-hooks.mjs', 'infra/test/with-postgres.ts', ...jestArgs];
  const code = await ended([...script, ...args, ...only], { env });
  if (!existsSync(report)) throw new Error(`the ${name} tests did not run (exit ${code})`);
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
}

/** One after the other, each once what it needs is there. Answers their counts. */
async function inTurn(...projects) {
  const counts = [];
  for (const [name, installed = 0, workers = 1] of projects) {
    if ((await installed) !== 0) throw new Error(`the ${name} tests cannot run; what is missing is said above`);
    counts.push(await jest(name, [`--maxWorkers=${workers}`]));
  }
  return counts;
}

const runs = [];
try {
  runs.push(await jest('frontends', []), await jest('services', ['--maxWorkers=2']), ...(await inTurn(['engines', enginesInstalled, 2])));
  // These wait more than they compute: two at a time keep two cores busy. Faults of engines are timed: nothing else runs beside those.
  const lanes = await Promise.allSettled([
    inTurn(['e2e'], ['cluster-e2e', enginesInstalled]),
    inTurn(['node', clusterInstalled], ['cluster', clusterInstalled]),
  ]);
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
