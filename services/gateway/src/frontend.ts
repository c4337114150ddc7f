/**
 * Serves the built browser code: hashed files, cached for ever, and the shell's page with a fresh nonce at every other
 * address.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { errors } from '@zo/errors';
import { sendProblem } from '@zo/http';
import { staticFiles } from './static-files.js';

const REMOTES = ['workspace', 'chat', 'settings'] as const;
const NONCE = /__CSP_NONCE__/g;
/** The remote of the pages below `/f`. */
const FILES_REMOTE = 'workspace';

export type FrontendHandler = (request: IncomingMessage, response: ServerResponse, pathname: string) => void;

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
  return (request, response, pathname) => {
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
    sendPage(response, pathname.startsWith('/f/') ? pages.files : pages.other, frames);
  };
}

/** The page of the shell; below `/f` it names the code that shows files, which then loads in one round. */
function readPages(folder: string): { files: string; other: string } {
  const other = readFileSync(join(folder, 'shell', 'dist', 'index.html'), 'utf8');
  const links = preloads(folder).map((attributes) => `<link rel="preload" ${attributes}>`);
  // The script in the head takes them from there, after it has asked for the folder.
  const template = `<template id="preloads">${links.join('')}</template>`;
  return { files: other.replace('</title>', () => `</title>${template}`), other };
}

function preloads(folder: string): string[] {
  const base = `/remotes/${FILES_REMOTE}/`;
  const manifest = join(folder, FILES_REMOTE, 'dist', 'mf-manifest.json');
  if (!existsSync(manifest)) return [];
  const { exposes } = readJson<{ exposes: { assets: { js: { sync: string[] } } }[] }>(manifest);
  const scripts = [
    ...readJson<string[]>(join(folder, 'shell', 'dist', 'preload.json')).map((file) => `/${file}`),
    `${base}remoteEntry.js`,
    ...exposes.flatMap(({ assets }) => assets.js.sync.map((file) => base + file)),
  ];
  return [
    `as="fetch" crossorigin href="${base}mf-manifest.json"`,
    ...scripts.map((href) => `as="script" nonce="__CSP_NONCE__" href="${href}"`),
  ];
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Built files have an extension; addresses of users' files (`/f/…`) have one, too, but are pages of the app. */
export const isFile = (pathname: string) => /\.[a-z0-9]+$/i.test(pathname) && !pathname.startsWith('/f/');

/** Files with a hash in their name never change; manifests and entry files are revalidated. */
function cacheHeaders(response: ServerResponse, pathname: string): void {
  const hashed = /\.[0-9a-f]{8,}\.|\/static\/font\//.test(pathname);
  response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
}

/** Sends the shell's page with its own nonce. */
export function sendPage(response: ServerResponse, template: string, frames?: string): void {
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(200, { ...pageHeaders(nonce, frames), 'content-type': 'text/html; charset=utf-8' });
  response.end(template.replace(NONCE, nonce));
}

/** Headers of every page of the app: scripts only by nonce, frames only of the content origin, no connections elsewhere. */
export function pageHeaders(nonce: string, frames = `'none'`): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' blob: data:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self' blob:`,
    `frame-src ${frames}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
