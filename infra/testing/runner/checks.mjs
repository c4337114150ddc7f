import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { nodeBinary, root } from '../../apps/launcher/install.mjs';

/**
 * Runs `npm run check` beside the suites, on what they leave of the processors. Its output is shown when it has ended.
 * @returns {Promise<import('./run-suite.mjs').Outcome>}
 */
export async function runChecks() {
  const begun = Date.now();
  const child = spawn(nodeBinary(), ['infra/tools/check/check.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 2] });
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const output = await text(child.stdout);
  console.error(output);
  const isPassed = (await ended) === 0;
  return {
    name: 'check',
    passed: isPassed ? 1 : 0,
    failed: isPassed ? 0 : 1,
    skipped: 0,
    flaky: [],
    failures: isPassed ? [] : (output.match(/^✗ .*/gm) ?? ['npm run check']),
    seconds: (Date.now() - begun) / 1000,
  };
}
