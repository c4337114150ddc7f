/** The client side of an installation whose processes are killed: retries every request that is safe to retry. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Person, Product } from './product.js';

export const SERVICES = [
  'gateway',
  'accounts',
  'files',
  'uploads',
  'chat',
  'compute',
  'zo',
  'channels',
  'connections',
] as const;
export type ServiceName = (typeof SERVICES)[number];

const PAUSE_MS = 100;
/** The server issues thirty one-time tokens a minute. */
const TICKET_PAUSE_MS = 1_000;

/** Undefined: the outcome is unknown, or a 503 asked to retry. */
export async function attempt(
  ask: () => Promise<Response>,
  refused: (why: string) => void = () => undefined,
): Promise<Response | undefined> {
  try {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    refused(await answer.text());
  } catch (error) {
    refused(String((error as Error).cause ?? error));
  }
  return undefined;
}

/** Retries until the server responds; only for requests that are safe to repeat. @throws after `ms` */
export async function retryWhileUnavailable(ask: () => Promise<Response>, ms = 60_000): Promise<Response> {
  let last = '';
  for (const deadline = Date.now() + ms; Date.now() < deadline; await delay(PAUSE_MS)) {
    const answer = await attempt(ask, (why) => (last = why));
    if (answer) return answer;
  }
  throw new Error(`no answer within ${ms} ms: ${last}`);
}

/** Kills the oldest process of a service; another one keeps serving while it is restarted. */
export function killOne(product: Product, name: ServiceName): void {
  const [oldest] = product.services(name).toSorted((a, b) => startOf(a) - startOf(b));
  if (oldest !== undefined) process.kill(oldest, 'SIGKILL');
}

/** Start time in ticks since boot; process ids are not ordered, because they wrap around. */
function startOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export interface Answer {
  readonly text: string;
  readonly seqs: number[];
  readonly status: string;
  /** Number of streams that were opened. */
  readonly streams: number;
}

/** Follows an answer to its end, over several streams if necessary. */
export async function followRun(person: Person, runId: string): Promise<Answer> {
  const seqs: number[] = [];
  let text = '';
  for (let streams = 1; ; streams++) {
    const stream = await retryWhileUnavailable(() =>
      person.fetch(`/api/runs/${runId}/events`, { headers: { 'last-event-id': String(seqs.at(-1) ?? 0) } }),
    );
    const events = stream.body!.pipeThrough(new TextDecoderStream());
    let rest = '';
    try {
      for await (const part of events as unknown as AsyncIterable<string>) {
        const blocks = (rest + part).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          const [, id] = /^id: (\d+)$/m.exec(block) ?? [];
          const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}') as { text?: string; status?: string };
          if (id === undefined) continue;
          seqs.push(Number(id));
          if (/^event: text.delta$/m.test(block)) text += data.text;
          if (/^event: run.end$/m.test(block)) return { text, seqs, status: data.status!, streams };
        }
      }
    } catch {
      // The stream was cut off; the next one continues.
    }
  }
}

/** Uploads a file in chunks, each retried until it is accepted. Returns the hash of the content. */
export async function uploadThrough(
  person: Person,
  { name, bytes }: { name: string; bytes: number },
  onPart: (index: number) => void,
): Promise<string> {
  const content = randomBytes(bytes);
  const begun = await retryWhileUnavailable(() =>
    person.post('/api/file-uploads/init', { pathParts: [], fileName: name, totalBytes: bytes }),
  );
  const { uploadId, chunkSizeBytes } = (await begun.json()) as { uploadId: string; chunkSizeBytes: number };
  const indexes = Array.from({ length: Math.ceil(bytes / chunkSizeBytes) }, (_, index) => index);
  const put = async (index: number) => {
    const offset = index * chunkSizeBytes;
    const body = content.subarray(offset, offset + chunkSizeBytes);
    const headers = {
      'upload-id': uploadId,
      'chunk-index': String(index),
      'chunk-offset': String(offset),
      'chunk-size': String(body.length),
      'total-bytes': String(bytes),
      'content-type': 'application/octet-stream',
    };
    const answer = await retryWhileUnavailable(() =>
      person.fetch('/api/file-uploads/chunk', { method: 'PUT', headers, body }),
    );
    if (!answer.ok) throw new Error(`part ${index}: ${answer.status} ${await answer.text()}`);
    onPart(index);
  };
  const worker = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) await put(index);
  };
  await Promise.all([worker(), worker(), worker()]);
  const done = await retryWhileUnavailable(() =>
    person.post('/api/file-uploads/complete', {
      uploadId,
      fileName: name,
      totalBytes: bytes,
      pathParts: [],
      chunkSizeBytes,
    }),
  );
  if (!done.ok) throw new Error(`complete: ${done.status} ${await done.text()}`);
  return createHash('sha256').update(content).digest('hex');
}

export interface KeptSocket {
  /** Messages in order, over all connections. */
  readonly received: string[];
  /** Close code of each disconnect, the number of reconnect attempts, and the duration once reconnected. */
  readonly breaks: { code: number; tries: number; backMs?: number }[];
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

/** A websocket that reconnects after every disconnect; `path` derives the resume position from the messages so far. */
export async function reconnectingSocket(
  product: Product,
  person: Person,
  path: (received: readonly string[]) => string,
): Promise<KeptSocket> {
  const received: string[] = [];
  const breaks: KeptSocket['breaks'] = [];
  let socket: WebSocket | undefined;
  const life = new AbortController();
  const open = async (lost?: KeptSocket['breaks'][number] & { at: number }): Promise<void> => {
    while (!life.signal.aborted) {
      if (lost) lost.tries++;
      const url = await person.socketUrl(path(received)).catch(() => undefined);
      const next =
        url &&
        (await dial(url, { origin: product.url, cookie: person.cookie, onMessage: (text) => received.push(text) }));
      if (!next) {
        await delay(TICKET_PAUSE_MS);
        continue;
      }
      if (lost) lost.backMs = performance.now() - lost.at;
      socket = next;
      next.on('close', (code) => {
        const entry = { code, tries: 0, at: performance.now() };
        breaks.push(entry);
        void open(entry);
      });
      return;
    }
  };
  await open();
  return {
    received,
    breaks,
    get isOpen() {
      return socket?.readyState === WebSocket.OPEN;
    },
    send: (text) => socket?.send(Buffer.from(text), { binary: true }),
    close: () => {
      life.abort();
      socket?.removeAllListeners('close').close();
    },
  };
}

interface DialOptions {
  readonly origin: string;
  readonly cookie: string;
  /** Called from the first message on, which may arrive in the same packet as the handshake. */
  readonly onMessage: (text: string) => void;
}

function dial(url: string, { origin, cookie, onMessage }: DialOptions): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { origin, headers: { cookie } });
    socket.on('message', (data: Buffer) => onMessage(data.toString()));
    socket.once('open', () => resolve(socket)).once('error', () => resolve(undefined));
  });
}
