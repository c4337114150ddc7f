/** Reports that a provider has sent something, keep-alives included, which the client of the provider does not show. */
import { AsyncLocalStorage } from 'node:async_hooks';

const listeners = new AsyncLocalStorage<() => void>();

/** Calls `listener` for each piece that requests made within `work` receive. */
export const withSignsOfLife = <T>(listener: () => void, work: () => T): T => listeners.run(listener, work);

/** What to call for each piece that a request made here receives. */
export const lifeListener = (): (() => void) | undefined => listeners.getStore();
