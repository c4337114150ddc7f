/** Between Node's HTTP and the requests and responses of the MCP library. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Only what the protocol reads; identity comes from the context. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'];

/** The request without its body, which is parsed already. `signal` aborts when the client disconnects. */
export function toFetchRequest(
  { method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
): { readonly fetchRequest: Request; readonly signal: AbortSignal } {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const kept = HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const fetchRequest = new Request('http://zo/api/mcp', { method, headers: kept, signal: left.signal });
  return { fetchRequest, signal: left.signal };
}

/** Sends a response as it comes, no faster than the client reads. */
export async function answerWith(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  if (answer.body) {
    response.flushHeaders();
    const reader = answer.body.getReader();
    response.once('close', () => void reader.cancel().catch(() => undefined));
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      if (!response.write(value)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  }
  response.end();
}
