import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Returns the body as a stream that fails above `maxBytes`, or if the sender is silent for `idleMs`. */
export function boundedBody(
  body: IncomingMessage,
  { maxBytes, idleMs }: { maxBytes: number; idleMs: number },
): Readable {
  return Readable.from(blocksOf(body, maxBytes, idleMs), { objectMode: false });
}

async function* blocksOf(body: IncomingMessage, maxBytes: number, idleMs: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  const onSilence = () => body.destroy(new Error(`the agent sent nothing for ${idleMs} ms`));
  let timer = setTimeout(onSilence, idleMs);
  try {
    for await (const block of body as AsyncIterable<Buffer>) {
      // Time in which the consumer is busy does not count.
      clearTimeout(timer);
      bytes += block.length;
      if (bytes > maxBytes) throw new Error(`the agent sent more than the ${maxBytes} bytes of a full volume`);
      yield block;
      timer = setTimeout(onSilence, idleMs);
    }
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
