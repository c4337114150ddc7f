/** A port on which connections are neither taken nor refused, as where a packet filter drops them or a machine is gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Says its port and stops: the kernel takes as many connections as may wait for it, and drops what comes then. */
const LISTENER = `const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write(server.address().port + '\\n', () => process.kill(process.pid, 'SIGSTOP')));`;
const WAITING = 8;
/** Those that the kernel takes are taken at once. */
const SETTLED_MS = 200;

export interface UnansweredPort {
  readonly port: number;
  close(): void;
}

export async function unansweredPort(): Promise<UnansweredPort> {
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
