/**
 * Serves the built browser code: hashed files, cached for ever, and the shell's page with a fresh nonce at every other
 * address.
 */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { errors } from '@zo/errors';
import { sendProblem } from '@zo/http';
import type { EarlyAnswers } from './early-answers.js';
import { readPages, sendPage } from './page.js';
import { staticFiles } from './static-files.js';

const REMOTES = ['workspace', 'chat', 'settings'] as const;

export interface Visit {
  readonly pathname: string;
  /** To be sent within the page. */
  readonly answers?: EarlyAnswers | undefined;
}

export type FrontendHandler = (request: IncomingMessage, response: ServerResponse, visit: Visit) => void;

/**
 * @param folder the `frontends` folder with its built `dist` folders
 * @param frames the origins that the app may embed
 */
export function serveFrontend(folder: string, frames?: string): FrontendHandler {
  const shell = join(folder, 'shell', 'dist');
  const page = join(shell, 'index.html');
  const serve = staticFiles(shell, cacheHeaders);
  const remotes = new Map(
    REMOTES.map((name) => [name as string, staticFiles(join(folder, name, 'dist'), cacheHeaders)]),
  );
  let pages = existsSync(page) ? readPages(folder) : undefined;
  return (request, response, { pathname, answers }) => {
    const notFound = () => sendProblem(request, response, errors.notFound());
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound();
    const [, remote, rest] = /^\/remotes\/([a-z]+)(\/.*)$/.exec(pathname) ?? [];
    if (remote !== undefined) {
      const serveRemote = remotes.get(remote);
      return serveRemote ? serveRemote({ request, response, url: rest!, otherwise: notFound }) : notFound();
    }
    if (isFile(pathname)) return serve({ request, response, url: pathname, otherwise: notFound });
    pages ??= existsSync(page) ? readPages(folder) : undefined;
    if (!pages) return notFound();
    // Whoever is sent the link may read the chat; a search engine may not list it.
    if (pathname.startsWith('/share/')) response.setHeader('x-robots-tag', 'noindex, nofollow');
    sendPage(response, pathname.startsWith('/f/') ? pages.files : pages.other, { frames, answers });
  };
}

/** Built files have an extension; addresses of users' files (`/f/…`) have one, too, but are pages of the app. */
export const isFile = (pathname: string) => /\.[a-z0-9]+$/i.test(pathname) && !pathname.startsWith('/f/');

/** Files with a hash in their name never change; manifests and entry files are revalidated. */
function cacheHeaders(response: ServerResponse, pathname: string): void {
  const hashed = /\.[0-9a-f]{8,}\.|\/static\/font\//.test(pathname);
  response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
}
