/** Code of ours that works on foreign content, in frames of the content origin: it has no session and no network. */
import { join } from 'node:path';
import { appOrigins } from '@zo/auth';
import { errors } from '@zo/errors';
import { sendProblem } from '@zo/http';
import type { FrontendHandler } from './frontend.js';
import { staticFiles } from './static-files.js';

const FRAME = /^\/frame(\/[\w.-]+)$/;

/** The page around pages of other sites. It runs nothing of theirs, and its origin keeps nothing. */
const EMBED = '/embed.html';

export const isFrame = (pathname: string) => FRAME.test(pathname);

/** @param folder the `frontends` folder with its built `dist` folders */
export function serveFrames(folder: string, publicUrl: string): FrontendHandler {
  const headers = frameHeaders(publicUrl);
  const embed = { ...headers, 'content-security-policy': embedPolicy(publicUrl) };
  const serve = staticFiles(join(folder, 'workspace', 'dist', 'frames'), (response, pathname) => {
    for (const [name, value] of Object.entries(pathname === EMBED ? embed : headers)) response.setHeader(name, value);
  });
  return (request, response, { pathname }) => {
    const otherwise = () => sendProblem(request, response, errors.notFound());
    serve({ request, response, url: FRAME.exec(pathname)?.[1] ?? '/', otherwise });
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
