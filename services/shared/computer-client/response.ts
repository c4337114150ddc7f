/** Reads responses of a computer that come over HTTP/1.1, within limits of bytes and time. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidResponse, unresponsiveError } from '@zo/rpc';

/** Settles as `work` does, or rejects with unresponsiveError after `ms`. */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unresponsiveError()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the text of a short response. @throws invalidResponse if it is longer than `maxBytes` */
export async function textOf(agentResponse: IncomingMessage, { maxBytes, ms }: { maxBytes: number; ms: number }) {
  const content = Buffer.alloc(maxBytes);
  let length = 0;
  const read = async () => {
    for await (const chunk of agentResponse as AsyncIterable<Buffer>) {
      // Copied, because a chunk of one byte may keep a whole block of the socket in memory.
      if (length + chunk.length > maxBytes) throw invalidResponse('it is too large');
      length += chunk.copy(content, length);
    }
    return content.toString('utf8', 0, length);
  };
  try {
    return await withinTime(ms, read());
  } finally {
    agentResponse.destroy();
  }
}

/** Pipes a body with backpressure; closes both connections if the computer is silent for `ms` before the end. */
export async function passOn(agentResponse: IncomingMessage, response: ServerResponse, ms: number): Promise<void> {
  const abort = () => agentResponse.destroy();
  response.once('close', abort);
  // It may have closed before, which is not told again.
  if (response.destroyed) abort();
  try {
    const chunks = agentResponse[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const { done, value } = await withinTime(ms, chunks.next());
      if (done) break;
      if (!response.write(value)) await drained(response);
    }
    if (agentResponse.complete) response.end();
    else response.destroy();
  } catch {
    // The headers are sent already, so the client can only be disconnected.
    response.destroy();
  } finally {
    response.off('close', abort);
    agentResponse.destroy();
  }
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
    if (response.destroyed) done();
  });
