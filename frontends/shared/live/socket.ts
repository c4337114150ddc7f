import { oldestResponseAt } from '../store/early';
import { toProblem } from '../store/problem';
import type { LiveRequest } from '../api/types';
import type { Location, Root } from '../paths';
import type { FsEvent, LiveEvents, LiveMessage, MessageOf } from './messages';
import { NonceSource, backoffMs, socketUrl } from './nonce';
import { onWatched, watchedFolders } from './watched';

type Listener<Name extends keyof LiveEvents> = (payload: LiveEvents[Name]) => void;

const PING_MS = 25_000;
/** Opening a folder reads several at once. */
const WATCH_AFTER_MS = 30;
const RECEIVE_TIMEOUT_MS = 40_000;

/**
 * LS-01/LS-03: the one websocket of a tab. It remembers the position of the last message (epoch and seq) and requests
 * the rest on reconnect; the first connection requests what changed since the first request of the tab. When the server
 * cannot replay, listeners get `resync`.
 */
export class LiveSocket {
  readonly #listeners = new Map<keyof LiveEvents, Set<(payload: never) => void>>();
  readonly #nonce = new NonceSource();
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #watching: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #opening = false;
  #attempt = 0;
  #heardAt = 0;
  #startedAt = 0;
  #epoch: string | undefined;
  #seq: number | undefined;

  /** Subscribes to one kind of event; returns the unsubscribe. */
  on<Name extends keyof LiveEvents>(name: Name, listener: Listener<Name>): () => void {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set.add(listener as never));
    return () => void set.delete(listener as never);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#startedAt = oldestResponseAt();
    window.addEventListener('online', this.#retryNow);
    document.addEventListener('visibilitychange', this.#retryNow);
    this.#pinger = setInterval(() => this.#checkHeartbeat(), PING_MS);
    onWatched(() => (this.#watching ??= setTimeout(() => this.#watch(), WATCH_AFTER_MS)));
    void this.#open();
  }

  stop(): void {
    this.#running = false;
    window.removeEventListener('online', this.#retryNow);
    document.removeEventListener('visibilitychange', this.#retryNow);
    clearInterval(this.#pinger);
    clearTimeout(this.#timer);
    clearTimeout(this.#watching);
    this.#watching = undefined;
    onWatched(() => undefined);
    this.#drop();
    this.#epoch = this.#seq = undefined;
  }

  #emit<Name extends keyof LiveEvents>(name: Name, payload: LiveEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Name>)(payload);
  }

  readonly #retryNow = (): void => {
    if (document.visibilityState === 'hidden' || this.#socket || !this.#running) return;
    this.#attempt = 0;
    this.#schedule(0);
  };

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#open(), Math.max(delay, this.#nonce.waitMs));
  }

  async #open(): Promise<void> {
    if (!this.#running || this.#socket || this.#opening) return;
    this.#opening = true;
    this.#emit('status', 'connecting');
    try {
      const { token, traceparent } = await this.#nonce.take();
      const heard =
        this.#epoch === undefined
          ? { age: Math.round(performance.now() - this.#startedAt) }
          : { epoch: this.#epoch, since: this.#seq };
      if (this.#running) this.#listen(new WebSocket(socketUrl('/api/ws', { nonce: token, traceparent, ...heard })));
    } catch (error) {
      if (toProblem(error).status === 401) {
        this.#running = false;
        this.#emit('status', 'signed-out');
      } else this.#lost();
    } finally {
      this.#opening = false;
    }
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    socket.onopen = () => watchedFolders().length > 0 && this.#watch();
    socket.onmessage = ({ data }) => this.#receive(data as string);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#lost();
    };
  }

  /** Names the folders of machines whose changes are to be told. */
  #watch(): void {
    clearTimeout(this.#watching);
    this.#watching = undefined;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: 'watch', folders: watchedFolders() } satisfies LiveRequest));
  }

  #lost(): void {
    if (!this.#running) return;
    this.#emit('status', 'lost');
    this.#schedule(backoffMs(this.#attempt++));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
  }

  #checkHeartbeat(): void {
    if (!this.#socket || this.#socket.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.#heardAt > RECEIVE_TIMEOUT_MS) {
      this.#drop();
      this.#lost();
    } else this.#socket.send('{"type":"ping"}');
  }

  #receive(text: string): void {
    this.#heardAt = performance.now();
    const message = parse(text);
    switch (message?.type) {
      case 'hello':
        return this.#greeted(message);
      case 'resync':
        this.#mark(message);
        return this.#emit('resync', null);
      case 'fs_event':
        this.#mark(message);
        return this.#emit('fs_event', message.payload);
      case 'machine_event':
        return this.#emit('fs_event', message.payload as FsEvent);
      case 'machine_watching':
        return this.#emit('watching', locationsOf(message.payload));
      case 'computer':
        return this.#emit('computer', message.payload);
      case 'conversation':
        return this.#emit('conversation', message.payload);
      case 'schedule':
        return this.#emit('schedule', message.payload);
      case 'message':
        return this.#emit('message', message.payload);
      case 'subscribed':
        return this.#emit('subscribed', null);
      case 'pong':
      case undefined:
        return;
      default:
        // A message type of a newer server; the compiler checks that every known type has a case.
        message satisfies never;
    }
  }

  #greeted(hello: MessageOf<'hello'>): void {
    this.#attempt = 0;
    const restarted = this.#epoch !== undefined && hello.epoch !== this.#epoch;
    // The first hello sets the position; a later one of the same epoch is followed by the missed messages, so seq
    // stays.
    if (this.#epoch === undefined || restarted) this.#mark(hello);
    this.#emit('status', 'live');
    if (restarted) this.#emit('resync', null);
  }

  #mark({ epoch, seq }: MessageOf<'hello' | 'resync' | 'fs_event'>): void {
    this.#epoch = epoch;
    this.#seq = seq;
  }
}

function parse(text: string): LiveMessage | undefined {
  try {
    return JSON.parse(text) as LiveMessage;
  } catch {
    return undefined;
  }
}

const locationsOf = ({ root, folders }: MessageOf<'machine_watching'>['payload']): Location[] =>
  folders.map((path) => ({ root: root as Root, path }));

/** The tab's live connection. */
export const live = new LiveSocket();
