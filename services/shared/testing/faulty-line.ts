/**
 * A proxy in front of an HTTP server that fails a share of the calls, before or after the server has processed them.
 */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault = '500' | '503' | 'timeout' | 'reset' | 'truncated';

export interface FaultyLine {
  readonly url: string;
  /** Number of faults injected so far. */
  readonly made: number;
  /** Undefined: inject no faults. */
  faults: { share: number; kinds: readonly Fault[] } | undefined;
  close(): Promise<void>;
}

export async function startFaultyLine(port: number): Promise<FaultyLine> {
  const line = { url: '', made: 0, faults: undefined as FaultyLine['faults'], close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const { faults } = line;
    const fault = faults && Math.random() < faults.share ? faults.kinds[line.made++ % faults.kinds.length] : undefined;
    if (fault && fault !== 'truncated' && Math.random() < 0.5) return before(fault, request, response);
    pass(port, { request, response, fault });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  line.close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return line;
}

/** Fails the call before it reaches the server. */
function before(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  if (fault === 'reset') request.socket.destroy();
  else if (fault !== 'timeout') request.on('end', () => response.writeHead(Number(fault)).end());
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault?: Fault;
}

/** Lets the server process the call; the response is then lost, replaced or truncated. */
function pass(port: number, { request, response, fault }: Passing): void {
  const onward = send(
    { port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers },
    (answer) => {
      if (fault === 'timeout') return void answer.resume();
      if (fault === 'reset' || (fault === 'truncated' && request.method === 'HEAD'))
        return void request.socket.destroy();
      if (fault && fault !== 'truncated') {
        answer.resume();
        return void response.writeHead(Number(fault)).end();
      }
      response.writeHead(answer.statusCode!, answer.headers);
      if (fault) return cutShort(answer, response);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.on('error', () => onward.destroy());
  request.pipe(onward);
}

function cutShort(answer: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => {
    const all = Buffer.concat(chunks);
    response.write(all.subarray(0, Math.floor(all.length / 2)), () => response.destroy());
    // An empty body triggers no write callback.
    if (all.length < 2) response.destroy();
  });
}
