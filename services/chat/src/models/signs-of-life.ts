/** Reports that a provider has sent something, keep-alives included, which the client of the provider does not show. */
import { AsyncLocalStorage } from 'node:async_hooks';

const listeners = new AsyncLocalStorage<() => void>();

/** Calls `listener` for each piece that requests made within `work` receive. */
export const withSignsOfLife = <T>(listener: () => void, work: () => T): T => listeners.run(listener, work);

/** The same response, which reports its pieces. */
export function reportingLife(response: Response): Response {
  const listener = listeners.getStore();
  if (!listener || !response.body) return response;
  listener();
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        listener();
        controller.enqueue(piece);
      },
    }),
  );
  return new Response(body, response);
}
