/** Redis 7. No write is lost on a stop or a kill: every write is in the append-only file. */
import { freePorts } from './ports.js';
import { type Engine, engineFolder, startEngine } from './runner.js';

export interface Redis extends Engine {
  readonly url: string;
}

export async function startRedis(): Promise<Redis> {
  const folder = engineFolder('redis');
  const [port] = await freePorts(1);
  const flags = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
    '--appendfsync',
    'everysec',
  ];
  const engine = await startEngine({
    name: 'Redis',
    folder,
    command: ['redis-server', ...flags],
    ready: /Ready to accept connections/,
    end: 'SIGTERM',
  });
  return Object.assign(engine, { url: `redis://127.0.0.1:${port}` });
}
