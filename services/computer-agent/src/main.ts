import { readConfig } from './config.js';
import { forwardEgress } from './net/egress.js';
import { assemble, type Computer } from './server/computer.js';
import { register } from './server/registration.js';
import { listen } from './server/listen.js';

// An error in one request must not end the computer of a user.
process.on('unhandledRejection', (error) => console.error('unhandled rejection', error));
process.on('uncaughtException', (error) => console.error('uncaught exception', error));

// A log that nobody reads any more must not raise exceptions, which would be logged in their turn.
for (const log of [process.stdout, process.stderr]) log.on('error', () => undefined);

async function serve(): Promise<void> {
  const config = readConfig();
  const computer = assemble(config);
  await computer.held.recover().catch((error: unknown) => console.error('commands were not looked after', error));
  tidy(computer);
  await listen(computer);
  if (config.registrationUrl) void register(config);
  if (config.egressSocket) forwardEgress(config.egressSocket);
  const stop = () => void computer.quiesce.run().finally(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (config.endsWithInput) process.stdin.resume().once('close', stop);
  console.log(`ready ${Math.round(performance.now())} ms`);
}

/** A home whose folders were damaged is served nevertheless. */
function tidy({ uploads }: Computer): void {
  try {
    uploads.tidy();
  } catch (error) {
    console.error('old uploads were not removed', error);
  }
}

await serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
