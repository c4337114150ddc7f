import type { Answer } from '../api';
import { problemFromResponse } from '../store/problem';
import { newTrace } from '../store/trace';

/**
 * AU-07: a one-time token for one websocket. Browsers send no headers with one, so the trace continues in the address.
 */
export type Nonce = Answer<'Nonces.issue'> & { readonly traceparent: string };

const MIN_INTERVAL_MS = 15_000;
/** A keep-alive connection can be dead without notice, and a request on it would wait forever. */
const ANSWER_MS = 10_000;

/**
 * AU-07: requests a nonce at most once per 15 s for one connection. A reconnect inside that time waits for the rest of
 * it instead of failing. A request that never reached the server does not count, so an outage locks out no user.
 */
export class NonceSource {
  #grantedAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds until the next request is allowed. */
  get waitMs(): number {
    return Math.max(0, this.#grantedAt + MIN_INTERVAL_MS - this.#now());
  }

  /** @throws Problem when refused (401: signed out) or unreachable. */
  async take(): Promise<Nonce> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), ANSWER_MS);
    const traceparent = newTrace();
    const response = await fetch('/api/tokens/wss-nonce', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { traceparent },
      signal: patience.signal,
    }).finally(() => clearTimeout(timer));
    if (!response.ok) throw await problemFromResponse(response);
    this.#grantedAt = this.#now();
    return { ...((await response.json()) as Answer<'Nonces.issue'>), traceparent };
  }
}

/** Address of a websocket of this origin. */
export function socketUrl(path: string, query: Record<string, string | number | undefined>): string {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** Jittered exponential backoff: 0.5 s doubling to 15 s, each time between half and all of it. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(15_000, 500 * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * random();
}
