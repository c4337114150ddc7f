import { store } from '@zo/web/store';
import { chatApi } from '../../api/chat.endpoints';
import { applyRunEvent, EVENT_TYPES, type RunEvent } from '../../api/run-events';
import { claimRun, type RunReader } from '../../api/run-stream';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 3_000;
/** The stream sends a heartbeat every 15 s; after this long without any, the connection counts as lost. */
const RECEIVE_TIMEOUT_MS = 40_000;
/** Connect timeout: a keep-alive connection of the browser may be dead without notice. */
const CONNECT_MS = 10_000;
const LOOK_MS = 5_000;

/** The source of events: first the response to the message, then an EventSource. */
interface EventConnection {
  readonly connecting: () => boolean;
  readonly close: () => void;
}

/**
 * CH-10, D13: streams a run from the last event in the cache on, and reconnects from there after a lost connection.
 * Events are applied once per frame, so that a fast answer costs no more rendering than a slow one. Returns the
 * disconnect.
 */
export function followRun(conversationId: string, runId: string): () => void {
  let line: EventConnection | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let over = false;
  const events = batchByFrame((batch) => apply(conversationId, batch));

  const hear = (type: string, seq: string, data: string) => {
    failures = 0;
    pulse.heard();
    if (!isRunEvent(type)) return;
    events.add({ seq: Number(seq), type, data: JSON.parse(data) } as RunEvent);
    if (type === 'run.end') stop();
  };
  const lost = () => {
    line?.close();
    line = undefined;
    if (over) return;
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++);
    clearTimeout(timer);
    timer = setTimeout(connect, wait * (0.7 + Math.random() * 0.6));
    // The run may have ended during the outage, or its events may be deleted: refetch the chat itself.
    if (failures > 2)
      void store.dispatch(
        chatApi.endpoints.conversation.initiate(conversationId, { forceRefetch: true, subscribe: false }),
      );
  };
  const connect = () => {
    events.flush();
    const run = activeRun(conversationId, runId);
    if (over || !run) return;
    pulse.heard();
    line = listen(`/api/runs/${runId}/events?from=${run.seq}`, hear, lost);
  };
  const pulse = watchHeartbeat(() => line, lost);
  const stop = () => {
    over = true;
    line?.close();
    pulse.end();
    clearTimeout(timer);
    events.flush();
  };
  const begun = claimRun(runId);
  if (begun) line = read(begun, hear, lost);
  else connect();
  return stop;
}

const apply = (conversationId: string, events: readonly RunEvent[]) =>
  store.dispatch(
    chatApi.util.updateQueryData('conversation', conversationId, (chat) =>
      events.forEach((event) => applyRunEvent(chat, event)),
    ),
  );

/** Passes events on once per frame. */
function batchByFrame(apply: (events: readonly RunEvent[]) => void) {
  let frame: number | undefined;
  let pending: RunEvent[] = [];
  const flush = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    const events = pending;
    pending = [];
    if (events.length > 0) apply(events);
  };
  const add = (event: RunEvent) => {
    pending.push(event);
    // A hidden tab renders no frames, so its events are applied at once.
    if (document.visibilityState === 'hidden') flush();
    else frame ??= requestAnimationFrame(flush);
  };
  return { add, flush };
}

type Hear = (type: string, seq: string, data: string) => void;
const isRunEvent = (type: string): type is RunEvent['type'] => (EVENT_TYPES as readonly string[]).includes(type);

function listen(address: string, hear: Hear, lost: () => void): EventConnection {
  const source = new EventSource(address);
  for (const type of [...EVENT_TYPES, 'beat'])
    source.addEventListener(type, ({ lastEventId, data }: MessageEvent<string>) => hear(type, lastEventId, data));
  source.onerror = lost;
  return { connecting: () => source.readyState === EventSource.CONNECTING, close: () => source.close() };
}

/** Reads the event stream in the response to a message. */
function read(events: RunReader, hear: Hear, lost: () => void): EventConnection {
  let closed = false;
  const each = async () => {
    for (let next = await events.read(); !next.done; next = await events.read())
      hear(next.value.event ?? '', next.value.id ?? '', next.value.data);
  };
  const ended = () => {
    if (!closed) lost();
  };
  each().then(ended, ended);
  return {
    connecting: () => false,
    close: () => {
      closed = true;
      events.cancel().catch(() => undefined);
    },
  };
}

function activeRun(conversationId: string, runId: string) {
  const run = chatApi.endpoints.conversation.select(conversationId)(store.getState()).data?.active_run;
  return run?.id === runId ? run : undefined;
}

/** Calls back when a connection receives nothing for too long. */
function watchHeartbeat(
  line: () => EventConnection | undefined,
  onDead: () => void,
): { heard: () => void; end: () => void } {
  let heardAt = performance.now();
  const timer = setInterval(() => {
    const watched = line();
    if (watched && performance.now() - heardAt >= (watched.connecting() ? CONNECT_MS : RECEIVE_TIMEOUT_MS)) onDead();
  }, LOOK_MS);
  return { heard: () => void (heardAt = performance.now()), end: () => clearInterval(timer) };
}
