import { CACHED_S, store } from '@zo/web/store';
import { chatApi } from './chat.endpoints';

/** Loads the last messages of a chat that will probably be opened. */
export function prefetchChat(id: string): void {
  store.dispatch(chatApi.util.prefetch('conversation', id, { ifOlderThan: CACHED_S }));
}
