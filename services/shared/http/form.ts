/** Bodies of forms, as they were sent. */
import type { IncomingMessage } from 'node:http';

const MAX_FORM = 64 * 1024;

/** Undefined if it is longer than any form. */
export async function formIn(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of request as AsyncIterable<Buffer>) {
    bytes += block.length;
    if (bytes > MAX_FORM) return undefined;
    blocks.push(block);
  }
  return new URLSearchParams(Buffer.concat(blocks).toString('utf8'));
}
