import type { IncomingMessage } from 'node:http';
import { invalid } from '../errors.js';

const MAX_JSON = 4 * 1024 * 1024;

/** Reads a small JSON body. @throws INVALID when it is too large or not JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_JSON) throw invalid('The request is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw invalid('The request is not JSON.');
  }
}
