/** The only place that retries a provider's request, and only before any of the answer was shown. */
import { ExponentialBackoff, handleWhen, type IBackoffFactory, type IRetryBackoffContext, retry } from 'cockatiel';
import type { ChatConfig } from '../../config.js';
import { explainModelError } from '../../models/model-errors.js';

const MAX_RETRIES = 3;

export interface AttemptState {
  /** True from the first visible token on. */
  visible: boolean;
}

/**
 * Runs one model step and retries transient errors, after the delay the provider asks for (seconds, date, milliseconds)
 * or else with exponential backoff. If the provider asks for a longer wait than a user would accept, the step fails at
 * once.
 */
export function withRetries<T>(
  config: ChatConfig,
  { state, signal }: { state: AttemptState; signal: AbortSignal },
  attempt: () => Promise<T>,
): Promise<T> {
  const again = (error: unknown) => {
    if (signal.aborted || state.visible) return false;
    const { retryable, retryAfterMs = 0 } = explainModelError(error);
    return retryable && retryAfterMs <= config.ZO_RETRY_AFTER_MAX_MS;
  };
  const backoff = new AskedFor(new ExponentialBackoff({ initialDelay: config.ZO_RETRY_BASE_MS, maxDelay: 8_000 }));
  const policy = retry(handleWhen(again), { maxAttempts: MAX_RETRIES, backoff });
  return untilAborted(policy.execute(attempt, signal), signal);
}

/** The policy does not interrupt its delay on abort, but a user's Stop must take effect at once. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new DOMException('stopped', 'AbortError'));
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

type Context = IRetryBackoffContext<unknown>;

/** The delay the provider asks for, or else the next delay of the fallback. */
class AskedFor implements IBackoffFactory<Context> {
  constructor(private readonly fallback: IBackoffFactory<unknown>) {}

  next(context: Context): ReturnType<IBackoffFactory<Context>['next']> {
    const planned = this.fallback.next(context);
    const asked = 'error' in context.result ? explainModelError(context.result.error).retryAfterMs : undefined;
    const following = (next: Context) => new AskedFor(planned).next(next);
    return { duration: asked ?? planned.duration, next: following };
  }
}
