/** Other products that do a part of the same work, where they are installed. */
import { spawn, spawnSync } from 'node:child_process';
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
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < START_TRIES; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return { name: 'copyparty', url, stop: () => void child.kill() };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error('copyparty did not start');
}
