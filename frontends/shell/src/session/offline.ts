/** Stores the app in the browser, so that it opens without a network. Does nothing where pages have no workers. */
export function storeForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A browser that refuses it (private windows, full storage) works without.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
