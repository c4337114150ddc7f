/** Responses that the page got before its code was loaded (`early-answers.ts` of the shell). */
declare global {
  // oxlint-disable-next-line no-var -- declares a property of `window`
  var zoEarly: Record<string, Promise<Response>> | undefined;
  /**
   * Settles when the styles are there, and the names of the addressed folder are on the page or are not to be awaited
   * any longer.
   */
  // oxlint-disable-next-line no-var -- declares a property of `window`
  var zoPageReady: Promise<unknown> | undefined;
}

/** An early response stands for a request of the first render; later ones must see what has changed since. */
const MAX_AGE_MS = 10_000;

/** Removes and returns the early response to a request, if there is one. Later changes arrive by the live socket. */
export function takeEarly({ url, method }: Request): Promise<Response> | undefined {
  const { pathname, search, origin } = new URL(url);
  const address = pathname + search;
  const response = globalThis.zoEarly?.[address];
  if (!response || method !== 'GET' || origin !== window.location.origin) return undefined;
  delete globalThis.zoEarly![address];
  if (performance.now() > MAX_AGE_MS) return undefined;
  return response.then((early) => {
    // Nobody was signed in: the other responses are no answers to somebody who signs in now.
    if (early.status === 401) globalThis.zoEarly = undefined;
    return early;
  });
}

/** The time of the oldest response that a page can have which connects now; as of `performance.now()`. */
export const oldestResponseAt = (): number => (performance.now() > MAX_AGE_MS ? performance.now() : 0);
