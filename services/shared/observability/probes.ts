import type { RequestListener, ServerResponse } from 'node:http';

/**
 * Serves the probes of a cluster: `/livez`, which depends on no engine, and `/healthz`, which reports readiness. Passes
 * all other requests to `handle`.
 */
export function withProbes(
  health: () => Promise<{ readonly ready: boolean }>,
  handle: RequestListener,
): RequestListener {
  return (request, response) => {
    if (request.url === '/livez') return answer(response, { alive: true });
    if (request.url === '/healthz')
      return void health().then((state) => answer(response, state, state.ready ? 200 : 503));
    handle(request, response);
  };
}

function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
