import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary, root } from '../../apps/launcher/install.mjs';

const cache = join(root, 'node_modules', '.cache');

/**
 * Runs the browser tests. In a run of all of them a failed test is tried again: tests that pass then count as flaky.
 * @param {{ args?: string[], environment?: Record<string, string>, title: string, workers: number }} options
 *   `args`: paths of files, and `-t` with a part of a title
 * @returns {Promise<import('./run-suite.mjs').Outcome>}
 */
export async function runPlaywright({ args = [], environment = {}, title, workers }) {
  const begun = Date.now();
  mkdirSync(cache, { recursive: true });
  const report = join(cache, `${title.replaceAll(' ', '-')}.json`);
  rmSync(report, { force: true });
  const words = args.map((word) => (word === '-t' ? '-g' : word));
  const command = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'frontends/e2e', '--pass-with-no-tests'];
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    ZO_E2E_REPORT: report,
    ZO_E2E_WORKERS: String(workers),
    ZO_E2E_RETRIES: args.includes('-t') ? '0' : '1',
    ...environment,
  };
  const child = spawn(nodeBinary(), [...command, ...words], { cwd: root, env, stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (!existsSync(report)) throw new Error(`the browser tests did not run (exit ${code})`);
  return { name: title, ...outcomeOf(JSON.parse(readFileSync(report, 'utf8'))), seconds: (Date.now() - begun) / 1000 };
}

/** @param {{ stats: Record<string, number>, suites: object[], errors: object[] }} report of Playwright */
function outcomeOf({ stats, suites, errors }) {
  const describe = (status) =>
    suites
      .flatMap(testsOf)
      .filter((test) => test.status === status)
      .map(({ name, results }) => `${name}\n    ${firstLine(results[0].error?.message)}`);
  return {
    passed: stats.expected + stats.flaky,
    // A file that cannot be loaded has no tests.
    failed: stats.unexpected || errors.length,
    skipped: stats.skipped,
    flaky: describe('flaky'),
    failures: [...describe('unexpected'), ...errors.map(({ message }) => firstLine(message))],
  };
}

const testsOf = (suite) => [
  ...(suite.suites ?? []).flatMap(testsOf),
  ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `frontends/e2e/${file} › ${title}` })),
  ),
];
const firstLine = (text = '') => text.trim().split('\n')[0];
