// Loaded first into the processes that run test files in bare Node: see `bare` in suites.mjs.
import { registerHooks } from 'node:module';
import '../../../tools/build/ts-hooks.mjs';

const globals = new URL('globals.mjs', import.meta.url).href;
/** The runner imports each test file under an address of its own. */
const TEST_FILE = /\.spec\.ts\?\d+$/;

registerHooks({
  resolve(specifier, context, next) {
    if (TEST_FILE.test(specifier)) restoreEnvironment();
    return specifier === '@jest/globals'
      ? { url: globals, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});

keepWorkerData();

// The runner ends its processes by this signal, which by itself loses what V8 compiled: the next ones load it.
if (process.send) process.once('SIGTERM', () => process.exit());

/**
 * When the first process asks what to run, the runner tells all of them. One that has not asked yet does not listen,
 * and would ask in vain: what it was told is kept for it.
 */
function keepWorkerData() {
  if (!process.send) return;
  const send = process.send.bind(process);
  let told;
  process.on('message', (message) => {
    if (message?.type === 'jest-light-runner-worker-data') told = message;
  });
  process.send = (message, ...rest) => {
    if (message !== 'jest-light-runner-get-worker-data' || !told) return send(message, ...rest);
    queueMicrotask(() => process.emit('message', told));
    return true;
  };
}

let environment;
/** Files of a process share its environment: what one of them sets is gone when the next begins. */
function restoreEnvironment() {
  environment ??= { ...process.env };
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
