import net from 'node:net';
import type { Duplex } from 'node:stream';

const LOWEST = 1024;
const HIGHEST = 65_535;

/** Parses a port that a user's program may listen on; null when it is not one. */
export function parsePort(text: string): number | null {
  if (!/^[1-9]\d{3,4}$/.test(text)) return null;
  const port = Number(text);
  return port >= LOWEST && port <= HIGHEST ? port : null;
}

/** GET /dial/{port}, Upgrade: tcp: connects the socket to the program that listens on the port. */
export function dial(port: number, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const upstream = net.connect({ host: '127.0.0.1', port, noDelay: true });
  let connected = false;
  upstream.once('connect', () => {
    connected = true;
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: tcp\r\n\r\n');
    if (head.length > 0) upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once('error', () => {
    if (connected) socket.destroy();
    else socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  socket.once('error', () => upstream.destroy());
  socket.once('close', () => upstream.destroy());
}
