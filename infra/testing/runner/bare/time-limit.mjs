// The runner for bare Node has no time limit, so one test that waits for what never comes would stop the whole suite.
import { addEventHandler } from 'jest-circus';
import { TEST_MS } from '../suites.mjs';

/** Those of the machine: a test may have a clock of its own. */
const { clearTimeout, setTimeout } = globalThis;

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name === 'add_test') limit(currentDescribeBlock.children.at(-1), event.timeout);
  if (event.name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1), event.timeout);
});

function limit(task, ms = TEST_MS) {
  const { fn } = task;
  if (!fn) return;
  task.fn = async () => {
    let timer;
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`Exceeded timeout of ${ms} ms`)), ms);
    });
    // A function that throws at once must end the timer, too: it would end the whole process later.
    const run = async () => fn();
    await Promise.race([run(), late]).finally(() => clearTimeout(timer));
  };
}

// It is for the processes of the runner, not for those that tests start.
delete process.env.NODE_OPTIONS;
