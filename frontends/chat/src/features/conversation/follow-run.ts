import { store } from '@zo/web/store';
import { chatApi } from '../../api/chat.endpoints';
import { applyRunEvent, EVENT_TYPES, type RunEvent } from '../../api/run-events';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3_000;

/**
 * CH-10, D13: follows a run from the last event the cache holds; a lost connection is taken up again from there.
 * Events are applied once for each frame, so a fast answer costs no more rendering than a slow one. Returns how to stop.
 */
export function followRun(conversationId: string, runId: string): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  let failures = 0;
  let over = false;
  let pending: RunEvent[] = [];

  const active = () => {
    const run = chatApi.endpoints.conversation.select(conversationId)(store.getState()).data?.active_run;
    return run?.id === runId ? run : undefined;
  };
  const flush = () => {
    frame = undefined;
    const events = pending;
    pending = [];
    if (events.length === 0) return;
    store.dispatch(chatApi.util.updateQueryData('conversation', conversationId, (chat) => events.forEach((event) => applyRunEvent(chat, event))));
  };
  const schedule = () => {
    // A hidden tab paints no frames, but the answer goes on.
    if (document.visibilityState === 'hidden') return flush();
    frame ??= requestAnimationFrame(flush);
  };
  const hear = (type: RunEvent['type']) => (message: MessageEvent<string>) => {
    failures = 0;
    pending.push({ seq: Number(message.lastEventId), type, data: JSON.parse(message.data) } as RunEvent);
    if (type === 'run.end') {
      flush();
      stop();
    } else schedule();
  };
  const connect = () => {
    flush();
    const run = active();
    if (over || !run) return;
    source = new EventSource(`/api/runs/${runId}/events?from=${run.seq}`);
    for (const type of EVENT_TYPES) source.addEventListener(type, hear(type));
    source.onerror = () => {
      source?.close();
      if (over) return;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++);
      timer = setTimeout(connect, wait * (0.7 + Math.random() * 0.6));
      // The run may have ended while nobody listened, or its events may be gone: the chat itself says.
      if (failures > 2) void store.dispatch(chatApi.endpoints.conversation.initiate(conversationId, { forceRefetch: true, subscribe: false }));
    };
  };
  const stop = () => {
    over = true;
    source?.close();
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    flush();
  };
  connect();
  return stop;
}
