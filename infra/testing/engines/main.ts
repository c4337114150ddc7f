/** Runs all engines until SIGINT or SIGTERM, and prints their addresses as lines of an environment file. */
import { startEngines } from './all.js';

const engines = await startEngines();
for (const [name, value] of Object.entries(engines.environment)) console.log(`${name}=${value}`);
const running = setInterval(() => undefined, 60_000);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    clearInterval(running);
    void engines.stop().then(() => process.exit(0));
  });
}
