import { store } from '@zo/web/store';
import { chatApi } from '../../api/chat.endpoints';
import { applyRunEvent, EVENT_TYPES, type RunEvent } from '../../api/run-events';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3_000;
/** The stream beats every 15 s; this long without anything, the line is dead although nobody said so. */
const SILENCE_MS = 40_000;
/** A connection the browser had kept may be dead, and would be waited for as long. */
const CONNECT_MS = 10_000;
const LOOK_MS = 5_000;

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
    pulse.heard();
    pending.push({ seq: Number(message.lastEventId), type, data: JSON.parse(message.data) } as RunEvent);
    if (type === 'run.end') {
      flush();
      stop();
    } else schedule();
  };
  const connect = () => {
    flush();
    const run = activeRun(conversationId, runId);
    if (over || !run) return;
    source = new EventSource(`/api/runs/${runId}/events?from=${run.seq}`);
    pulse.heard();
    source.addEventListener('beat', pulse.heard);
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
  const pulse = watchPulse(() => source, () => {
    clearTimeout(timer);
    connect();
  });
  const stop = () => {
    over = true;
    source?.close();
    pulse.end();
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    flush();
  };
  connect();
  return stop;
}

function activeRun(conversationId: string, runId: string) {
  const run = chatApi.endpoints.conversation.select(conversationId)(store.getState()).data?.active_run;
  return run?.id === runId ? run : undefined;
}

/** Closes a stream that is silent for too long and calls back. */
function watchPulse(stream: () => EventSource | undefined, onDead: () => void): { heard: () => void; end: () => void } {
  let heardAt = performance.now();
  const timer = setInterval(() => {
    const source = stream();
    const patience = source?.readyState === EventSource.CONNECTING ? CONNECT_MS : SILENCE_MS;
    if (!source || performance.now() - heardAt < patience) return;
    source.close();
    onDead();
  }, LOOK_MS);
  return { heard: () => void (heardAt = performance.now()), end: () => clearInterval(timer) };
}
