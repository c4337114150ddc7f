import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { writeBody, type Written } from '@zo/streams';
import { ErrorReason } from '@zo/proto/agent/v1';
import { invalid, agentError } from '../errors.js';

/** Reads the body of a chunk that has arrived before. @throws CHUNK_MISMATCH when its content differs */
export async function receiveAgain(request: IncomingMessage, known: Written): Promise<Written> {
  let checksum = 0;
  let bytes = 0;
  for await (const data of request as AsyncIterable<Buffer>) {
    checksum = crc32(data, checksum);
    bytes += data.length;
  }
  if (checksum !== known.crc32 || bytes !== known.bytes)
    throw agentError(ErrorReason.CHUNK_MISMATCH, 'This chunk was sent before with other content.');
  return known;
}

/** Writes the body of a chunk to its place. @throws INVALID when it reaches beyond `limit` */
export const receive = (
  request: IncomingMessage,
  fd: number,
  place: { offset: number; limit: number },
): Promise<Written> => writeBody(request, fd, { ...place, tooLong: beyondEnd });

export const beyondEnd = () => invalid('The chunk reaches beyond the end of the file.');

/**
 * Lets a service on this machine write the chunk into the file that is open here, and records what it then reports: the
 * bytes do not pass through this process. The service syncs them first.
 */
export async function letWrite(
  fd: number,
  { offset, bytes }: { offset: number; bytes: number },
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<Written> {
  response.writeHead(200, { 'content-type': 'application/json', 'x-held-file': `${fd} ${offset} ${bytes}` });
  response.flushHeaders();
  let text = '';
  for await (const data of request as AsyncIterable<Buffer>) {
    text += data.toString('latin1');
    if (text.length > MAX_REPORT) break;
  }
  const [, crc] = /^{"bytes":(?:\d+),"crc32":(\d{1,10})}$/.exec(text) ?? [];
  if (crc === undefined || JSON.parse(text).bytes !== bytes) throw invalid('The chunk was not written.');
  return { bytes, crc32: Number(crc) };
}

const MAX_REPORT = 100;
