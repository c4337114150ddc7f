/**
 * Development only: serves browser code from its dev servers through this one origin, with the page headers of
 * production.
 */
import { createProxyServer } from 'httpxy';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { refuse } from '@zo/bootstrap';
import { errors } from '@zo/errors';
import { sendProblem } from '@zo/http';
import { SWITCHING_PROTOCOLS } from '@zo/streams';
import { type FrontendHandler, isFile } from './frontend.js';
import { sendPage } from './page.js';

/** Takes over the websockets by which dev servers report changes to the page. */
export type FrontendUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => number | Promise<number>;

/** @param addresses `shell=http://127.0.0.1:4701,workspace=…`; each remote answers below `/remotes/<name>/` itself */
export function proxyFrontends(
  addresses: string,
  frames?: string,
): { frontend: FrontendHandler; frontendUpgrade: FrontendUpgrade } {
  const targets = new Map(addresses.split(',').map((pair) => pair.split('=', 2) as [string, string]));
  const proxies = new Map(
    [...targets].map(([name, target]) => [name, createProxyServer({ target, ws: true, xfwd: false })]),
  );
  const pages = proxyPages(targets.get('shell')!, frames);
  const proxyFor = (pathname: string) => proxies.get(/^\/remotes\/([a-z]+)\//.exec(pathname)?.[1] ?? 'shell');
  return {
    frontend: (request, response, { pathname }) => {
      const refused = (error: unknown) => sendProblem(request, response, error);
      const proxy = proxyFor(pathname);
      if (!proxy || (request.method !== 'GET' && request.method !== 'HEAD')) return refused(errors.notFound());
      const unavailable = (cause: unknown) => refused(errors.unavailable({ what: 'frontend' }, { cause }));
      withoutIdentity(request);
      if (!isFile(pathname) && !pathname.startsWith('/remotes/')) {
        request.url = '/index.html';
        request.headers = { host: request.headers.host };
        pages.web(request, response).catch(unavailable);
        return;
      }
      response.setHeader('cache-control', 'no-cache');
      proxy.web(request, response).catch(unavailable);
    },
    frontendUpgrade: (request, socket, head) => {
      const proxy = proxyFor(request.url ?? '');
      if (!proxy) return refuse(socket, 404);
      withoutIdentity(request);
      return proxy.ws(request, socket as never, {}, head).then(
        () => SWITCHING_PROTOCOLS,
        () => refuse(socket, 503),
      );
    },
  };
}

/** Adds a nonce and the headers of production to the shell's page. */
function proxyPages(target: string, frames: string | undefined) {
  const proxy = createProxyServer({ target, selfHandleResponse: true, xfwd: false });
  proxy.on('proxyRes', (answer, request, response) => {
    text(answer).then(
      (page) => sendPage(response, page, { frames }),
      (cause: unknown) => sendProblem(request, response, errors.unavailable({ what: 'frontend' }, { cause })),
    );
  });
  return proxy;
}

/** Dev servers must not learn who is signed in. */
function withoutIdentity(request: IncomingMessage): void {
  delete request.headers.cookie;
  delete request.headers.authorization;
}
