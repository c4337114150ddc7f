import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-mode'] });
  return () => observer.disconnect();
}

/** Whether the theme of the page is a dark one. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => document.documentElement.dataset['mode'] === 'dark');
