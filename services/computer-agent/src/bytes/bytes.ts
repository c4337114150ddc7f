import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { create } from '@bufbuild/protobuf';
import { PathSchema, Root, type Path } from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import { readAt } from '../files/calls.js';
import { openRegular } from '../files/read.js';
import type { Home } from '../home/home.js';
import { showPath } from '../home/names.js';
import { parseRange, type Span } from './range.js';

const BLOCK = 1024 * 1024;
/** Smaller contents are sent sooner than opened a second time. */
const MIN_HELD_BYTES = 64 * 1024;
/** How long a file is held for a client that does not close its connection. */
const MAX_HELD_MS = 10_000;
const ROOTS: Record<string, Root> = { w: Root.WORKSPACE, s: Root.SITES };

/**
 * Converts `/bytes/w/a%20b/c` to a path. Decodes once, name by name, so that an encoded slash stays inside its name and
 * is refused.
 */
export function pathFromAddress(url: string, prefix: string): Path {
  const [root = '', ...encoded] = (url.split('?')[0] ?? '').slice(prefix.length).replace(/\/$/, '').split('/');
  if (!ROOTS[root]) throw invalid('A path begins with its root.');
  try {
    return create(PathSchema, { root: ROOTS[root], segments: encoded.map(decodeURIComponent) });
  } catch {
    throw invalid('The address is not valid.');
  }
}

/** GET and HEAD of a file's bytes, whole or in part. */
export async function sendBytes(home: Home, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathFromAddress(request.url ?? '', '/bytes/');
  await home.within(path, { follow: true }, async (place) => {
    const { fd, stats } = openRegular(place, showPath(path));
    try {
      await answer(fd, stats, { request, response });
    } finally {
      fs.closeSync(fd);
    }
  });
}

async function answer(
  fd: number,
  stats: fs.BigIntStats,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const size = Number(stats.size);
  const etag = `"${stats.ino.toString(36)}-${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}"`;
  const modified = new Date(Number(stats.mtimeMs)).toUTCString();
  response.setHeader('accept-ranges', 'bytes').setHeader('etag', etag).setHeader('last-modified', modified);
  if (matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const condition = request.headers['if-range'];
  const wanted =
    condition === undefined || condition === etag || condition === modified ? request.headers.range : undefined;
  const span = parseRange(wanted, size);
  if (span === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end();
    return;
  }
  const part = span ?? { start: 0, end: size - 1 };
  const length = part.end - part.start + 1;
  const isHeld = request.method === 'GET' && request.headers['x-hold-file'] === '1' && length >= MIN_HELD_BYTES;
  response.writeHead(span ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': isHeld ? 0 : length,
    ...(isHeld && { 'x-held-file': `${fd} ${part.start} ${length}` }),
    ...(span && { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
  });
  if (isHeld) await holdFor(response);
  else if (request.method === 'HEAD' || size === 0) response.end();
  else await streamRange(fd, part, response);
}

/**
 * Keeps the file open until the client, which runs on the same machine, has opened it as a file of this process and
 * closes its connection. Bytes read from the disk by their sender are copied once instead of three times.
 */
function holdFor(response: ServerResponse): Promise<void> {
  const { socket } = response;
  response.end();
  return new Promise((released) => {
    const timer = setTimeout(released, MAX_HELD_MS);
    const end = () => (clearTimeout(timer), released());
    if (!socket || socket.destroyed) end();
    else socket.once('close', end);
  });
}

export function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  );
}

/** Two buffers alternate: one is filled while the other is sent, so memory use stays flat at any size and speed. */
async function streamRange(fd: number, { start, end }: Span, response: ServerResponse): Promise<void> {
  const length = Math.min(BLOCK, end - start + 1);
  const buffers = [Buffer.allocUnsafe(length), Buffer.allocUnsafe(length)];
  let sending: Promise<void> = Promise.resolve();
  for (let position = start, turn = 0; position <= end; turn ^= 1) {
    const buffer = (buffers[turn] as Buffer).subarray(0, Math.min(length, end - position + 1));
    const bytes = await readAt(fd, buffer, position);
    await sending;
    if (bytes === 0 || response.destroyed) {
      // The file became shorter than promised: only a broken connection can tell the client.
      response.destroy();
      return;
    }
    position += bytes;
    sending = send(response, buffer.subarray(0, bytes));
  }
  await sending;
  response.end();
}

function send(response: ServerResponse, data: Buffer): Promise<void> {
  return new Promise((done) => {
    const over = () => {
      response.off('close', over);
      done();
    };
    response.once('close', over);
    response.write(data, over);
  });
}
