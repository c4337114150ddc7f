/**
 * Runs in its own network namespace, where this process owns all public and private addresses: answers requests on
 * them, makes the requests it is given, and prints the results and arrivals. Started by network.spec.ts.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type OutboundPolicy, outboundFetch } from './fetch.js';
import { declareOwnHosts, interfaceAddresses } from './own-addresses.js';

export interface Case {
  readonly address: string;
  readonly init?: { method?: string; headers?: Record<string, string>; body?: string };
  readonly policy?: OutboundPolicy;
}
export interface Arrival {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
export interface Outcome {
  /** The text of the response, or the code of the error. */
  readonly result: string;
  readonly arrivals: readonly Arrival[];
}

const { listen, own, cases } = JSON.parse(process.argv[2]!) as {
  listen: string[];
  own: string[] | 'interfaces';
  cases: Case[];
};
declareOwnHosts(() => (own === 'interfaces' ? interfaceAddresses() : own));
let arrivals: Arrival[] = [];
const servers = await Promise.all(listen.map(serve));

async function serve(host: string) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    arrivals.push({ at: host, method: request.method!, path: request.url!, headers: request.headers, body });
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    const to = pathname === '/circle' ? pathname : searchParams.get('to');
    if (to) response.writeHead(Number(searchParams.get('status') ?? 302), { location: to });
    response.end(`from ${host}`);
  });
  await new Promise<void>((resolve) => server.listen(80, host, resolve));
  return server;
}

const outcomes: Outcome[] = [];
for (const { address, init, policy } of cases) {
  arrivals = [];
  const result = await outboundFetch(address, init, { connectTimeoutMs: 3_000, ...policy }).then(
    (answer) => answer.text(),
    codeOf,
  );
  outcomes.push({ result, arrivals });
}
process.stdout.write(JSON.stringify(outcomes));
for (const server of servers) server.close().closeAllConnections();
process.exit(0);

/** `fetch` wraps the error of the connection. */
function codeOf(error: { code?: string; message: string; cause?: { code?: string } }): string {
  return error.code ?? error.cause?.code ?? error.message;
}
