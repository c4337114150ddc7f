/** Other products that do a part of the same work, where they are installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../testing/engines/ports.js';

export interface Peer {
  readonly name: string;
  readonly url: string;
  readonly stop: () => void;
}

const START_TRIES = 200;

/** Serves a folder by copyparty, the fastest of the file servers that were compared: `pip install copyparty`. */
export async function startCopyparty(folder: string): Promise<Peer | undefined> {
  if (spawnSync('python3', ['-c', 'import copyparty']).status !== 0) {
    console.log('copyparty is not installed (pip install copyparty): its figures are left out');
    return undefined;
  }
  const [port] = await freePorts(1);
  const options = ['-q', '-i', '127.0.0.1', '-p', String(port), '-v', `${folder}::rwmd`];
  const child = spawn('python3', ['-m', 'copyparty', ...options], { stdio: 'ignore', cwd: folder });
  return started('copyparty', `http://127.0.0.1:${port}`, child);
}

/** Takes uploads by the server of tus-node-server. */
export async function startTus(folder: string): Promise<Peer> {
  const [port] = await freePorts(1);
  const program = fileURLToPath(new URL('tus-server.ts', import.meta.url));
  const options = [...process.execArgv, program, folder, String(port)];
  return started('tus', `http://127.0.0.1:${port}`, spawn(process.execPath, options, { stdio: 'ignore' }));
}

async function started(name: string, url: string, child: ChildProcess): Promise<Peer> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    if (await fetch(url).catch(() => undefined)) return { name, url, stop: () => void child.kill() };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error(`${name} did not start`);
}
