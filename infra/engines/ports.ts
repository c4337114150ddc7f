/** Ports for processes that are started, ended and started again. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Below those the kernel gives to outgoing connections: one of them could have the port in the moment in which nobody
 * listens on it, and whoever is started again would not get it back.
 */
const FIRST = 10_000;
const OUTGOING = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
const END = OUTGOING > FIRST + 1_000 ? OUTGOING : 60_000;

/** Ports of this machine nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * (END - FIRST));
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
