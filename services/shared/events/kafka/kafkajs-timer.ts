/**
 * Replaces a timer of kafkajs, which on Node 24 wakes every millisecond per connection and warns of a negative timeout.
 * The client has no option for it (infra/decisions/2026-11-23-a-timer-of-kafkajs.md).
 */
// @ts-expect-error kafkajs has types only for its public API
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

interface Queue {
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  throttledUntil: number;
  readonly pending: readonly unknown[];
  checkPendingRequests(): void;
}

const { prototype } = RequestQueue as { prototype: Record<string, unknown> };
// An assignment to a method that kafkajs no longer calls would silently change nothing.
if (typeof prototype['scheduleCheckPendingRequests'] !== 'function')
  throw new Error('this version of kafkajs has another request queue; check whether its timer is fixed');
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
