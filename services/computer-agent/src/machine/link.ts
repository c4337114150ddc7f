/** Keeps the machine linked: opens the websocket, serves the tunnel in it, and begins again when it breaks. */
import { setTimeout as delay } from 'node:timers/promises';
import { createWebSocketStream, WebSocket } from 'ws';
import type { MachineState } from './state.js';
import { serveTunnel } from './tunnel.js';

const FIRST_PAUSE_MS = 500;
/** A link that lasted so long was no mistake: the next one is tried at once. */
const STEADY_MS = 60_000;
/** A connection without an answer for so long is dead, such as after a laptop was closed. */
const PING_MS = 20_000;
const MAX_PAUSE_MS = 30_000;
const HANDSHAKE_MS = 20_000;
const MAX_MESSAGE = 1024 * 1024;

/** The server does not know this machine any more. */
export class RemovedError extends Error {}

export interface LinkOptions {
  readonly state: MachineState;
  readonly agentSocket: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  readonly pingMs?: number;
}

/** Runs until `signal`. @throws RemovedError */
export async function keepLinked({ state, say, signal, ...link }: LinkOptions): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let openedAt = Infinity;
    const onOpen = () => ((openedAt = Date.now()), say('Connected.'));
    try {
      await linkOnce(state, { ...link, signal, onOpen });
      if (Date.now() - openedAt > STEADY_MS) pause = FIRST_PAUSE_MS;
      if (!signal.aborted) say('The connection ended; connecting again …');
    } catch (error) {
      if (error instanceof RemovedError) throw error;
      say(`Not connected (${(error as Error).message}); trying again in ${Math.ceil(pause / 1_000)} s …`);
    }
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

/** Resolves once an open link has ended. @throws Error when it could not be opened */
function linkOnce(
  { url, token, folder, shell, readOnly }: MachineState,
  { agentSocket, signal, onOpen, pingMs = PING_MS }: Omit<LinkOptions, 'state' | 'say'> & { onOpen: () => void },
): Promise<void> {
  const address = new URL('/api/machines/link', url.replace(/^http/, 'ws'));
  const said = { folder, shell: shell ? 'yes' : 'no', readOnly: readOnly ? 'yes' : 'no' };
  address.search = String(new URLSearchParams(said));
  return new Promise((resolve, reject) => {
    const websocket = new WebSocket(address, {
      headers: { 'x-zo-machine': token },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: false,
    });
    const stop = () => websocket.terminate();
    signal.addEventListener('abort', stop, { once: true });
    websocket.once('open', () => {
      const stream = createWebSocketStream(websocket, { allowHalfOpen: false });
      stream.on('error', () => websocket.terminate());
      serveTunnel(stream, agentSocket);
      watch(websocket, pingMs);
      onOpen();
    });
    websocket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy();
      reject(statusCode === 401 ? new RemovedError() : new Error(`the server answered ${statusCode}`));
    });
    websocket.on('error', reject);
    websocket.once('close', () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}

/** Ends a connection whose other side is gone without a word. */
function watch(websocket: WebSocket, pingMs: number): void {
  let isHeard = true;
  const timer = setInterval(() => {
    if (!isHeard) return websocket.terminate();
    isHeard = false;
    websocket.ping();
  }, pingMs);
  // On a slow line a pong waits behind what is on its way.
  for (const event of ['pong', 'message', 'ping'] as const) websocket.on(event, () => (isHeard = true));
  websocket.once('close', () => clearInterval(timer));
}
