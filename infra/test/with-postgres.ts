/** Runs a command with one Postgres for all its suites; suites make their own databases in it. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres/postgres.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-test-pg-'));
chmodSync(folder, 0o711);
const postgres = await startPostgres({ folder, durable: false, maxConnections: 200 });
const env = { ...process.env, ZO_TEST_DATABASE: postgres.adminUrl };
const child = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(code);
