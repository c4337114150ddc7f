import type { RequestListener, ServerResponse } from 'node:http';

/**
 * What a cluster asks a process: `/livez`, whether it still answers, which no engine has a say in, and `/healthz`, whether it
 * can serve now. Everything else goes to `handle`.
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
