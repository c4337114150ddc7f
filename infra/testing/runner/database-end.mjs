// Global teardown: stops the Postgres of the run, if a test requested it.
import { rmSync } from 'node:fs';

export default async function endDatabase() {
  const offer = globalThis.testDatabaseOnDemand;
  if (!offer) return;
  offer.server.close();
  const postgres = await offer.running()?.catch(() => undefined);
  await postgres?.stop();
  rmSync(offer.folder, { recursive: true, force: true, maxRetries: 20 });
}
