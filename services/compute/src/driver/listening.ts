import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;
/** Far sooner than the kernel resends a packet that a packet filter dropped because it did not know the pod yet. */
const TRY_MS = 250;

/** Resolves once the port accepts connections. @throws AbortError when the signal aborts */
export async function untilListening(host: string, port: number, signal: AbortSignal): Promise<void> {
  while (!(await listens(host, port))) await delay(PAUSE_MS, undefined, { signal });
  signal.throwIfAborted();
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TRY_MS });
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}
