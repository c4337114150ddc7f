/** Redis 7. No write is lost on a stop or a kill: every write is in the append-only file. */
import { freePorts } from './ports.js';
import type { Engine } from './engine.js';
import { engineFolder, startEngine } from './runner.js';

export interface Redis extends Engine {
  readonly url: string;
}

export async function startRedis(): Promise<Redis> {
  const folder = engineFolder('redis');
  const [port] = await freePorts(1);
  const command = (...address: string[]) => [
    'redis-server',
    ...address,
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
    command: command('--bind', '127.0.0.1'),
    ready: /Ready to accept connections/,
    end: 'SIGTERM',
    container: { image: 'redis', command: command('--bind', '0.0.0.0', '--protected-mode', 'no'), port: port! },
  });
  return Object.assign(engine, { url: `redis://${engine.host}:${port}` });
}
