// `npm test`: every suite, from a fresh clone. `npm test -- services/chat`: the unit and component tests of a folder,
// in seconds. `npm test -- path/to/file.spec.ts -t 'part of a title'`: that file in its suite. `--suite=engines`: only
// that suite. `--full`: tests of many repetitions, such as kills, at their full size.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, installPackages, root } from '../../apps/launcher/install.mjs';
import { runChecks } from './checks.mjs';
import { build, installForTests, startMaking } from './prepare.mjs';
import { runSuite, summarize } from './run-suite.mjs';
import { suiteOf, suites } from './suites.mjs';
import { testFiles } from './test-files.mjs';

/** Browser tests of state that several processes per service share; they run again on `npm run dev:cluster`. */
const ON_REPLICAS = {
  title: 'e2e on replicas',
  args: ['--grep', '@replicas'],
  environment: { ZO_E2E: 'cluster' },
  workers: 1,
};

/** Two queues of suites run at the same time: those of a cluster mostly wait, the others mostly compute. */
const LANES = [
  [['unit'], ['web'], ['component'], ['fault'], ['product'], ['e2e']],
  [['node'], ['cluster']],
];
/** Afterwards and alone: beside others their many processes start too slowly for tests of failing peers. */
const ALONE = [['engines'], ['replicas'], ['e2e', ON_REPLICAS]];

const words = process.argv.slice(2).filter((word) => word !== '--full' && word !== '--check');
const isChecking = process.argv.includes('--check');
if (process.argv.includes('--full')) process.env.ZO_TEST_FULL = '1';
const wanted = words.filter((word) => word.startsWith('--suite=')).flatMap((word) => word.slice(8).split(','));
const args = words.filter((word) => !word.startsWith('--suite='));
const paths = args.filter((word, index) => !word.startsWith('-') && args[index - 1] !== '-t');
const unknown = wanted.filter((name) => !suites[name]);
if (unknown.length > 0) fail(`there is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`);
const isAll = args.length === 0 && wanted.length === 0;
if (isChecking && !isAll) fail('--check goes with all suites; npm run check runs the checks alone');

const outcomes = await (isAll ? runAll() : runSome());
const summary = summarize(outcomes);
const file = join(root, 'node_modules', '.cache', 'zo-test-summary');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${summary}\n`);
console.log(summary);
const total = (field) => outcomes.reduce((sum, outcome) => sum + outcome[field], 0);
// A run without tests proves nothing, so it fails.
process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1);

/** Runs the requested tests and prepares only what they need. */
async function runSome() {
  installPackages('full');
  const files = testFiles(root).filter((path) => paths.length === 0 || paths.some((part) => path.includes(part)));
  const isFile = paths.length > 0 && paths.every((path) => existsSync(join(root, path)) && suiteOf(path));
  const isAsked = (name) => (wanted.length > 0 ? wanted.includes(name) : isFile || suites[name].quick);
  const names = Object.keys(suites).filter((name) => isAsked(name) && files.some((path) => suiteOf(path) === name));
  if (names.length === 0) fail(`no test is at ${paths.join(', ')}; slower suites are named by --suite=`);
  const isRunning = process.env.ZO_E2E_URL !== undefined && names.every((name) => suites[name].browser);
  const needs = new Set(isRunning ? [] : names.flatMap((name) => suites[name].needs ?? []));
  if (needs.size > 0) {
    installForTests();
    const making = needs.size > 1 ? startMaking() : {};
    build();
    for (const need of needs) await making[need];
  }
  const found = [];
  for (const name of names) found.push(await runSuite(name, { args }));
  return found;
}

async function runAll() {
  installForTests();
  const making = startMaking();
  build();
  const checks = isChecking ? [runChecks()] : [];
  /** Runs the suites of a queue one after the other. */
  const inTurn = async (tasks) => {
    const ended = [];
    for (const [name, options] of tasks) {
      for (const need of suites[name].needs ?? []) await making[need];
      ended.push(await runSuite(name, options));
    }
    return ended;
  };
  try {
    const side = await Promise.all(LANES.map(inTurn));
    return [...side.flat(), ...(await inTurn(ALONE)), ...(await Promise.all(checks))];
  } catch (error) {
    return fail(error.message);
  }
}
