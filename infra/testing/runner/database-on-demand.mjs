// Global setup of suites with a database: one Postgres for all files of the run, started when the first test requests
// it.
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default async function offerDatabase() {
  if (process.env.ZO_TEST_DATABASE) return;
  const folder = mkdtempSync(join(tmpdir(), 'zo-test-pg-'));
  chmodSync(folder, 0o711);
  let postgres;
  const start = async () => {
    const { startPostgres } = await import('../../../services/shared/embedded-postgres/index.ts');
    return startPostgres({ folder: join(folder, 'data'), durable: false, maxConnections: 200 });
  };
  const server = createServer((connection) => {
    connection.on('error', () => undefined);
    postgres ??= start();
    postgres.then(
      ({ adminUrl }) => connection.end(adminUrl),
      (error) => connection.destroy(error),
    );
  });
  process.env.ZO_TEST_POSTGRES = join(folder, 'ask');
  await new Promise((resolve) => server.listen(process.env.ZO_TEST_POSTGRES, resolve));
  globalThis.testDatabaseOnDemand = { folder, server, running: () => postgres };
}
