/** The page of the shell, which loads the rest of the app. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { EarlyAnswers } from './early-answers.js';

const NONCE = /__CSP_NONCE__/g;
/** Marks in the page of the shell: where answers go, and the code of the app from there to the end of the body. */
const ANSWERS_MARK = '<!-- early answers -->';
/** The remote of the pages below `/f`. */
const FILES_REMOTE = 'workspace';

/**
 * The page of the shell. Below `/f` its head also names the code that shows files, which then loads in one round, in a
 * template: the script in the head takes all of it from there when the names of the folder are shown.
 */
export function readPages(folder: string): { files: string; other: string } {
  const other = readFileSync(join(folder, 'shell', 'dist', 'index.html'), 'utf8');
  const links = preloads(folder).map((attributes) => `<link rel="preload" ${attributes}>`);
  const [start = '', code = ''] = other.slice(0, other.lastIndexOf('</body>')).split(ANSWERS_MARK);
  const template = `<template id="code">${links.join('')}${code}</template>`;
  const files = start.replace('</title>', () => `</title>${template}`);
  return { files: `${files}${ANSWERS_MARK}</body></html>`, other };
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

interface PageOptions {
  /** The origins that the app may embed. */
  readonly frames?: string | undefined;
  readonly answers?: EarlyAnswers | undefined;
}

/**
 * Other origins must not load a page with answers, the service worker must not keep it (`service-worker.js`), and a
 * proxy must not hold it back until the last answer is there.
 */
const PERSONAL = { 'cross-origin-resource-policy': 'same-origin', 'zo-early': '1', 'x-accel-buffering': 'no' };

/** Sends a page with its own nonce; with answers what stands above them at once, and each answer when it arrives. */
export function sendPage(response: ServerResponse, template: string, { frames, answers }: PageOptions): void {
  const nonce = randomBytes(16).toString('base64');
  const page = template.replace(NONCE, nonce);
  const headers = { ...pageHeaders(nonce, frames), 'content-type': 'text/html; charset=utf-8' };
  if (!answers) return void response.writeHead(200, headers).end(page);
  response.writeHead(200, { ...headers, ...PERSONAL });
  const [start = '', end = ''] = page.split(ANSWERS_MARK);
  response.write(start.replace('<html ', `<html data-sidebar-open="${answers.isSidebarOpen}" `));
  const written = answers.responses.map(async ({ url, answer }) => {
    const values = [url, await answer].map(literal).join();
    response.write(`<script nonce="${nonce}">zoAnswer(${values})</script>`);
  });
  void Promise.all(written).then(() => response.end(end));
}

/** As JavaScript, in which no text ends the script. */
const literal = (value: unknown): string => JSON.stringify(value)?.replaceAll('<', String.raw`\u003c`) ?? 'undefined';

/** Headers of every page of the app: scripts by nonce, frames of the content origin, no connections elsewhere. */
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
