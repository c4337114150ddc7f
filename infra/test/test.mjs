// `npm test [path…]`: all suites on real processes, from a bare clone. Prints the totals last.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installPackages, installPrograms, nodeBinary, root, run } from '../start/install.mjs';

const only = process.argv.slice(2);
installPackages('full');
installPrograms({ bwrap: 'bubblewrap', rg: 'ripgrep', chromium: 'chromium', git: 'git', python3: 'python3', ip: 'iproute2', strace: 'strace', curl: 'curl', zip: 'zip', pdftotext: 'poppler-utils' });
const node = nodeBinary();
// Beside the other suites: where nothing is cached, one of the engines is compiled for minutes.
const installing = spawn(node, ['infra/engines/install.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const installed = new Promise((resolve) => installing.once('exit', resolve));
run('Building', node, ['infra/build/build.mjs']);

const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
};

/** One run of jest; answers its counts. */
function jest(name, args) {
  const report = join(cache, `${name}.json`);
  rmSync(report, { force: true });
  const jestArgs = ['node_modules/jest/bin/jest.js', '-c', 'infra/test/jest.config.mjs', `--selectProjects=${name}`, '--forceExit', '--passWithNoTests', '--json', `--outputFile=${report}`];
  const script = name === 'frontends' ? jestArgs : ['--import', './infra/build/ts-hooks.mjs', 'infra/test/with-postgres.ts', ...jestArgs];
  const result = spawnSync(node, [...script, ...args, ...only], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(report)) fail(`the ${name} tests did not run (exit ${result.status})`);
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
}

const runs = [jest('frontends', []), jest('services', ['--maxWorkers=2']), jest('e2e', ['--runInBand'])];
if ((await installed) !== 0) fail('the suites on real engines cannot run; what is missing is said above');
runs.push(jest('engines', ['--runInBand']));
const sum = (key) => runs.reduce((total, counts) => total + counts[key], 0);
const line = `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`;
writeFileSync(join(cache, 'zo-test-summary'), `${line}\n`);
console.log(line);
// A run that found no test has proven nothing.
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
