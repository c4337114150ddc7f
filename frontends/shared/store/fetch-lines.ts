/** The type of responses that are read line by line while they arrive. */
export const NDJSON = 'application/x-ndjson';

/**
 * Fetches a response that may take as long as it needs on a slow line, but fails once it is silent for `silentMs`.
 * `early` is the response if the request was sent before.
 */
export async function fetchLines(request: Request, silentMs: number, early?: Promise<Response>): Promise<Response> {
  const silence = new AbortController();
  const cancel = () => silence.abort(request.signal.reason);
  request.signal.addEventListener('abort', cancel);
  if (request.signal.aborted) cancel();
  const onSilence = () => silence.abort(new DOMException('The server is silent.', 'TimeoutError'));
  let timer = setTimeout(onSilence, silentMs);
  const end = () => {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', cancel);
  };
  const response = await (early ?? fetch(request, { signal: silence.signal })).catch((error: unknown) => {
    end();
    throw error;
  });
  if (!response.body) return (end(), response);
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      silence.signal.addEventListener('abort', () => {
        controller.error(silence.signal.reason);
        void reader.cancel().catch(() => undefined);
        end();
      }),
    pull: async (controller) => {
      // Time in which the page does not read does not count.
      clearTimeout(timer);
      timer = setTimeout(onSilence, silentMs);
      try {
        const { done, value } = await reader.read();
        clearTimeout(timer);
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    cancel: (reason) => (end(), reader.cancel(reason)),
  });
  return new Response(body, response);
}

/** The lines of a response while they arrive. @throws Error when it ends within one */
export async function* eachLine(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  // Every line ends with a newline; a rest means that the response was cut off.
  if (rest !== '') throw new Error('The response was cut off.');
}
