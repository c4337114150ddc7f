/**
 * Fixes a timer of kafkajs on Node 24, which otherwise wakes every millisecond per connection and warns of a negative
 * timeout.
 */
// @ts-expect-error kafkajs describes only its front door
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

interface Queue {
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  throttledUntil: number;
  readonly pending: readonly unknown[];
  checkPendingRequests(): void;
}

const { prototype } = RequestQueue as { prototype: object };
Object.assign(prototype, {
  scheduleCheckPendingRequests(this: Queue) {
    if (this.throttleCheckTimeoutId) return;
    const wait = this.throttledUntil - Date.now();
    if (this.pending.length === 0 && wait <= 0) return;
    const check = () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    };
    this.throttleCheckTimeoutId = setTimeout(check, Math.max(wait, 1));
  },
});
