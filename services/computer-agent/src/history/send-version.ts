/** GET /versions/{seq}/{w|s}/…: the bytes that a file had. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ErrorReason } from '@zo/proto/agent/v1';
import { matches, pathFromAddress } from '../bytes/bytes.js';
import { parseRange } from '../bytes/range.js';
import { agentError } from '../errors.js';
import { type History } from './history.js';
import { keyOf } from './keys.js';
import type { VersionBytes } from './messages.js';

const ADDRESS = /^(\/versions\/(\d{1,15})\/)/;

export const noSuchVersion = () => agentError(ErrorReason.NOT_FOUND, 'This version is not kept.');

/** @throws NOT_FOUND when the file never had this version, or its bytes are not kept */
export async function readVersion(history: History, key: string, seq: number): Promise<VersionBytes> {
  const found = await history.call('read', { key, seq });
  if (!found) throw noSuchVersion();
  return found;
}

export async function sendVersion(history: History, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, prefix, seq] = ADDRESS.exec(request.url ?? '') ?? [];
  if (!prefix) throw noSuchVersion();
  const path = pathFromAddress(request.url ?? '', prefix);
  const { bytes, mtimeMs } = await readVersion(history, keyOf(path), Number(seq));
  const etag = `"v${seq}"`;
  response.setHeader('accept-ranges', 'bytes').setHeader('etag', etag);
  response.setHeader('last-modified', new Date(mtimeMs).toUTCString());
  if (matches(request.headers['if-none-match'], etag)) return void response.writeHead(304).end();
  const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const span = parseRange(isCurrent ? request.headers.range : undefined, bytes.length);
  if (span === 'unsatisfiable')
    return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}`, 'content-length': 0 }).end();
  const part = span ? bytes.subarray(span.start, span.end + 1) : bytes;
  response.writeHead(span ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': part.length,
    ...(span && { 'content-range': `bytes ${span.start}-${span.end}/${bytes.length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}
