/** A person's side of an installation whose processes come and go: everything is asked for again where that is right to do. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Person, Product } from './product.js';

export const SERVICES = ['gateway', 'accounts', 'files', 'uploads', 'chat', 'compute'] as const;
export type ServiceName = (typeof SERVICES)[number];

const PAUSE_MS = 100;
/** Tickets are given thirty times a minute. */
const TICKET_PAUSE_MS = 1_000;

/** Undefined: nobody knows what became of it. A 503 says that it may be asked again. */
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

/** Asks until somebody answers: only for what may be asked twice. @throws after `ms` */
export async function retryUntilAnswered(ask: () => Promise<Response>, ms = 60_000): Promise<Response> {
  let last = '';
  for (const deadline = Date.now() + ms; Date.now() < deadline; await delay(PAUSE_MS)) {
    const answer = await attempt(ask, (why) => (last = why));
    if (answer) return answer;
  }
  throw new Error(`no answer within ${ms} ms: ${last}`);
}

/** Kills the process of the service that runs longest; another one is left, and this one is started again. */
export function killOne(product: Product, name: ServiceName): void {
  const [oldest] = product.services(name).toSorted((a, b) => startOf(a) - startOf(b));
  if (oldest !== undefined) process.kill(oldest, 'SIGKILL');
}

/** In ticks since the machine started: numbers of processes begin anew at some point. */
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
  /** How often the stream had to be asked for. */
  readonly streams: number;
}

/** Follows an answer from stream to stream until it has ended. */
export async function followRun(person: Person, runId: string): Promise<Answer> {
  const seqs: number[] = [];
  let text = '';
  for (let streams = 1; ; streams++) {
    const stream = await retryUntilAnswered(() =>
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
      // Cut off; the rest is asked for.
    }
  }
}

/** Sends a file in parts, each again until it is taken. Answers the hash of what was sent. */
export async function uploadThrough(
  person: Person,
  name: string,
  bytes: number,
  onPart: (index: number) => void,
): Promise<string> {
  const content = randomBytes(bytes);
  const begun = await retryUntilAnswered(() =>
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
    const answer = await retryUntilAnswered(() =>
      person.fetch('/api/file-uploads/chunk', { method: 'PUT', headers, body }),
    );
    if (!answer.ok) throw new Error(`part ${index}: ${answer.status} ${await answer.text()}`);
    onPart(index);
  };
  const hand = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) await put(index);
  };
  await Promise.all([hand(), hand(), hand()]);
  const done = await retryUntilAnswered(() =>
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
  /** Messages in their order, over all connections. */
  readonly heard: string[];
  /** Close codes, how often it was tried to be back, and how long that took once it was. */
  readonly breaks: { code: number; tries: number; backMs?: number }[];
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

/** A websocket that comes back whenever it is lost; `path` says from where on, from what was heard so far. */
export async function keepSocket(
  product: Product,
  person: Person,
  path: (heard: readonly string[]) => string,
): Promise<KeptSocket> {
  const heard: string[] = [];
  const breaks: KeptSocket['breaks'] = [];
  let socket: WebSocket | undefined;
  const life = new AbortController();
  const open = async (lost?: KeptSocket['breaks'][number] & { at: number }): Promise<void> => {
    while (!life.signal.aborted) {
      if (lost) lost.tries++;
      const url = await person.socketUrl(path(heard)).catch(() => undefined);
      const next =
        url && (await dial(url, { origin: product.url, cookie: person.cookie, onMessage: (text) => heard.push(text) }));
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
    heard,
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
  /** From the first one on, which may come in the same packet as the answer to the handshake. */
  readonly onMessage: (text: string) => void;
}

function dial(url: string, { origin, cookie, onMessage }: DialOptions): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { origin, headers: { cookie } });
    socket.on('message', (data: Buffer) => onMessage(data.toString()));
    socket.once('open', () => resolve(socket)).once('error', () => resolve(undefined));
  });
}
