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
/** Processes that begin at the same time have neighbouring ids, and are far apart by this. */
const STRIDE = 977;

/** Counted up, so that no port is given twice: between being given and being listened on it looks free for seconds. */
let next = FIRST + ((process.pid * STRIDE) % (END - FIRST));

async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < END ? port + 1 : FIRST;
    if (await isFree(port)) return port;
  }
}

/** Ports of this machine nobody listens on, and nobody else of this process was given; one after the other, where they are free. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  return ports.toSorted((a, b) => a - b);
}

/** Ports that come with the one after them. */
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
