/** Code of ours that works on foreign content, in frames of the content origin: it has no session and no network. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appOrigins } from '@zo/auth';
import { errors } from '@zo/errors';
import { sendProblem } from '@zo/http';
import sirv from 'sirv';
import type { FrontendHandler } from './frontend.js';

const FRAME = /^\/frame(\/[\w.-]+)$/;

/** The page around pages of other sites. It runs nothing of theirs, and its origin keeps nothing. */
const EMBED = '/embed.html';

export const isFrame = (pathname: string) => FRAME.test(pathname);

/** @param folder the `frontends` folder with its built `dist` folders */
export function serveFrames(folder: string, publicUrl: string): FrontendHandler {
  const headers = frameHeaders(publicUrl);
  const embed = { ...headers, 'content-security-policy': embedPolicy(publicUrl) };
  const built = join(folder, 'workspace', 'dist', 'frames');
  const files = existsSync(built)
    ? sirv(built, {
        brotli: true,
        gzip: true,
        etag: true,
        dotfiles: false,
        setHeaders: (response, pathname) => {
          for (const [name, value] of Object.entries(pathname === EMBED ? embed : headers))
            response.setHeader(name, value);
        },
      })
    : undefined;
  return (request, response, pathname) => {
    const notFound = () => sendProblem(request, response, errors.notFound());
    request.url = FRAME.exec(pathname)?.[1] ?? '/';
    if (!files) return notFound();
    files(request, response, notFound);
  };
}

const frameHeaders = (publicUrl: string): Record<string, string> => ({
  'content-security-policy': [
    'sandbox allow-scripts',
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'unsafe-inline'`,
    'img-src data:',
    `connect-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${appOrigins(publicUrl)}`,
  ].join('; '),
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // A document in a sandbox has no origin, so its own scripts come from another one.
  'cross-origin-resource-policy': 'cross-origin',
});

/** Without a sandbox, which would take the origin of the framed site from it too. */
const embedPolicy = (publicUrl: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'unsafe-inline'`,
    'frame-src https:',
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${appOrigins(publicUrl)}`,
  ].join('; ');
