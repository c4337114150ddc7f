/** The embedded Postgres of the product, reachable over TCP like an external one. */
import { chmodSync, rmSync } from 'node:fs';
import { type Postgres as Server, startPostgres as startServer } from '@zo/embedded-postgres';
import { freePorts } from './ports.js';
import type { Engine } from './engine.js';
import { engineFolder } from './runner.js';

export interface Postgres extends Engine {
  /** Administrator's address, for `DATABASE_URL`. */
  readonly url: string;
}

export async function startPostgres(): Promise<Postgres> {
  const folder = engineFolder('pg');
  // The database's user must be able to traverse it to its own folder below.
  chmodSync(folder, 0o711);
  const [port] = await freePorts(1);
  const start = () => startServer({ folder, port: port!, maxConnections: 200 });
  let server: Server = await start();
  return {
    name: 'Postgres',
    host: '127.0.0.1',
    folder,
    url: `postgres://zo_admin@127.0.0.1:${port}/zo`,
    get pid() {
      return server.pid;
    },
    signal: (signal) => void process.kill(server.pid, signal),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    restart: async () => {
      await server.stop();
      server = await start();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
