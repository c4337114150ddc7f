/** A port that neither accepts nor refuses connections, as behind a dropping packet filter or on a lost machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Prints its port and stops itself: the kernel accepts connections until the backlog is full, and drops further ones.
 */
const LISTENER = `const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () =>
  process.stdout.write(server.address().port + '\\n', () => process.kill(process.pid, 'SIGSTOP')));`;
const WAITING = 8;
/** How long to wait for the kernel to accept a connection; those in the backlog are accepted at once. */
const SETTLED_MS = 200;

export interface UnreachablePort {
  readonly port: number;
  close(): void;
}

export async function unreachablePort(): Promise<UnreachablePort> {
  const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'], env: {} });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  const sockets: Socket[] = [];
  const close = () => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  };
  for (let taken = true; taken;) {
    if (sockets.length > WAITING) throw new Error('the kernel takes every connection');
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    taken = await Promise.race([
      once(socket, 'connect').then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), SETTLED_MS)),
    ]);
  }
  return { port, close };
}
