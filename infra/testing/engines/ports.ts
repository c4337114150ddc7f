/** Ports for processes that are stopped and restarted during a test. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Below the kernel's range for outgoing connections: one of these could take the port while the process is stopped, and
 * a restart would then fail.
 */
const FIRST = 10_000;
const OUTGOING = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
const END = OUTGOING > FIRST + 1_000 ? OUTGOING : 60_000;
/** Test processes that start together have neighbouring process ids; this spreads their ports. */
const STRIDE = 977;

/**
 * Increases, so that no port is returned twice: a returned port looks free for seconds until a process listens on it.
 */
let next = FIRST + ((process.pid * STRIDE) % (END - FIRST));

async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < END ? port + 1 : FIRST;
    if (await isFree(port)) return port;
  }
}

/**
 * Free ports of this machine that were not returned before in this process, in ascending order, usually consecutive.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  return ports.toSorted((a, b) => a - b);
}

/** Ports whose next port is free too. */
export async function freePairs(count: number): Promise<number[]> {
  const pairs: number[] = [];
  while (pairs.length < count) {
    const [port, after] = (await freePorts(2)) as [number, number];
    if (after === port + 1) pairs.push(port);
  }
  return pairs;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
