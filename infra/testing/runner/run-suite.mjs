import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeBinary, root } from '../../apps/launcher/install.mjs';
import { runPlaywright } from './playwright.mjs';
import { suites } from './suites.mjs';

const VIRTUAL = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
const BARE = `${VIRTUAL} --import=${new URL('bare/node.mjs', import.meta.url).href}`;

const cache = join(root, 'node_modules', '.cache');
/** With more failing files than this the failures are real, so none is retried. */
const MAX_RETRIED_FILES = 8;
/** Time for a test process to end after its last test. */
const EXIT_MS = 60_000;
/** Time for a test process to say what it waits for. */
const REPORT_MS = 10_000;
/** The slowest suite takes two thirds of this. A suite whose tests wait for what never comes would take hours. */
const SUITE_MS = 30 * 60_000;

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} seconds
 * @property {string[]} flaky Tests that failed first and passed alone, with their first failure.
 * @property {string[]} failures Tests that failed, with the first line of their last failure.
 */

/**
 * Runs a suite, or a part of it. Failing files run once more, alone: tests that pass then count as flaky.
 * @param {string} name
 * @param {{ args?: string[], environment?: Record<string, string>, title?: string, workers?: number }} [options]
 *   `args`: paths and flags for the suite's runner
 * @returns {Promise<Outcome>}
 */
export async function runSuite(
  name,
  { args = [], environment = {}, title = name, workers = suites[name].workers } = {},
) {
  if (suites[name].browser) return runPlaywright({ args, environment, title, workers });
  const begun = Date.now();
  const first = await jest(name, { key: title, environment, args: [...args, `--maxWorkers=${workers}`] });
  const failing = first.testResults.filter(({ status }) => status === 'failed');
  const outcome = {
    name: title,
    ...countsOf(first),
    failed: sum(failing.map(countFailures)) + (first.stuck ? 1 : 0),
    flaky: [],
    failures: first.stuck ? [`the suite ${name} had to be stopped`] : [],
    seconds: 0,
  };
  const isRetried = failing.length <= MAX_RETRIED_FILES;
  for (const file of failing) {
    const again = isRetried && (await runAgain(name, { title, environment, args, file }));
    if (!again || !again.success || again.stuck) {
      outcome.failures.push(...describe(again?.testResults?.[0] ?? file));
      continue;
    }
    outcome.flaky.push(...describe(file));
    outcome.failed -= countFailures(file);
    outcome.passed += failuresOf(file).length || countsOf(again).passed;
  }
  outcome.seconds = (Date.now() - begun) / 1000;
  return outcome;
}

/** Runs one file of a suite once more, alone. */
function runAgain(name, { title, environment, args, file }) {
  const flags = args.filter((word, index) => word === '-t' || args[index - 1] === '-t');
  return jest(name, { key: `${title}-again`, environment, args: [...flags, '--runInBand', file.name] });
}

const failuresOf = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed');
const describe = (file) =>
  failuresOf(file).length > 0
    ? failuresOf(file).map(
        ({ fullName, failureMessages }) => `${shorten(file.name)} › ${fullName}\n    ${firstLine(failureMessages[0])}`,
      )
    : [`${shorten(file.name)}\n    ${firstLine(file.message)}`];
const shorten = (path) => path.replace(`${root}/`, '').replace(root, '');
const firstLine = (text = '') => text.trim().split('\n')[0];

const countsOf = ({ numPassedTests, numPendingTests }) => ({ passed: numPassedTests, skipped: numPendingTests });
/** A file that failed outside of its tests counts as one. */
const countFailures = (file) => failuresOf(file).length || 1;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Runs Jest once; returns its report, and `stuck` when the process had to be killed. */
async function jest(name, { key, environment, args }) {
  mkdirSync(cache, { recursive: true });
  const report = join(cache, `${key}.json`);
  const handles = join(cache, `${key}-open.json`);
  for (const file of [report, handles]) rmSync(file, { force: true });
  const command = [
    '--report-on-signal',
    '--report-exclude-network',
    `--report-directory=${cache}`,
    `--report-filename=${basename(handles)}`,
    '--import',
    './infra/tools/build/ts-hooks.mjs',
    'node_modules/jest/bin/jest.js',
    '-c',
    'infra/testing/runner/jest.config.mjs',
    `--selectProjects=${name}`,
    '--passWithNoTests',
    '--json',
    `--outputFile=${report}`,
    ...args,
  ];
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    NODE_OPTIONS: suites[name].bare ? BARE : VIRTUAL,
    ...environment,
  };
  const child = spawn(nodeBinary(), command, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const slow = delay(SUITE_MS, undefined, { ref: false });
  await Promise.race([ended, untilStuck(report), slow]);
  if (child.exitCode === null && child.signalCode === null) {
    console.error(
      existsSync(report)
        ? `the suite ${name} did not end after its last test: something is still open`
        : `the suite ${name} was stopped after ${SUITE_MS / 60_000} minutes`,
    );
    await printOpenHandles(child, handles);
    child.kill('SIGKILL');
  }
  const code = await ended;
  if (existsSync(report)) return { ...JSON.parse(readFileSync(report, 'utf8')), stuck: code === null };
  if (code === null) return { testResults: [], numPassedTests: 0, numPendingTests: 0, success: false, stuck: true };
  throw new Error(`the suite ${name} did not run (exit ${code})`);
}

/** Resolves when a process has written its report but has had a minute to end. */
async function untilStuck(report) {
  while (!existsSync(report)) await delay(1_000, undefined, { ref: false });
  await delay(EXIT_MS, undefined, { ref: false });
}

/** Prints what keeps a process alive, from the report that Node writes on its report signal. */
async function printOpenHandles(child, file) {
  child.kill('SIGUSR2');
  const readReport = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return undefined;
    }
  };
  for (const deadline = Date.now() + REPORT_MS; Date.now() < deadline; await delay(100)) {
    const written = readReport();
    if (!written) continue;
    const open = written.libuv.filter(
      ({ is_active: isActive, is_referenced: isReferenced }) => isActive && isReferenced,
    );
    for (const { type, localEndpoint: local, remoteEndpoint: remote, pid, firesInMsFromNow: ms } of open) {
      console.error(`  open: ${JSON.stringify({ type, local: addressOf(local), remote: addressOf(remote), pid, ms })}`);
    }
    return;
  }
  console.error('  it did not say what is open: its event loop is blocked');
}

const addressOf = (endpoint) => (endpoint ? `${endpoint.host}:${endpoint.port}` : undefined);

/** A table with minutes and counts, the flaky and the failed tests, and the totals as the last line. */
export function summarize(outcomes) {
  const total = (field) => sum(outcomes.map((outcome) => outcome[field]));
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const rows = outcomes.map(
    ({ name, seconds, passed, failed, flaky }) =>
      `  ${name.padEnd(width)}  ${(seconds / 60).toFixed(1).padStart(5)} min  ${String(passed).padStart(5)} passed  ` +
      `${failed} failed` +
      (flaky.length > 0 ? `  ${flaky.length} flaky` : ''),
  );
  const listed = (heading, field) => {
    const lines = outcomes.flatMap((outcome) => outcome[field]);
    return lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`)] : [];
  };
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
  return [
    ...rows,
    ...listed('flaky (failed once, passed alone):', 'flaky'),
    ...listed('failed:', 'failures'),
    `${total('passed')} passed, ${total('failed')} failed${skipped}`,
  ].join('\n');
}
