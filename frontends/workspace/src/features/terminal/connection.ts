import { NonceSource, backoffMs, socketUrl } from '@zo/web/live';

/** The output side of a terminal. */
export interface TerminalScreen {
  /** Writes output; calls back when it has been processed, not merely received. */
  write: (bytes: Uint8Array, processed: () => void) => void;
  /** Clears the screen, because output is missing between the shown and the next bytes. */
  clear: () => void;
  size: () => { cols: number; rows: number };
}

export type TerminalStatus = 'connecting' | 'attached' | 'lost' | 'exited';

/** Flow control: acknowledge output in steps of this size; the computer pauses the shell when acknowledgements lag. */
const ACK_BYTES = 256 * 1024;
/** Connect timeout; a slower connection is retried. */
const CONNECT_MS = 20_000;
/** Number of missed heartbeats after which the connection counts as lost; the computer announces their interval. */
const PATIENCE = 3;
/** After dropped input, further input with a shorter pause belongs to the same line and is dropped too. */
const TYPING_PAUSE_MS = 700;
/** Queued input is dropped when its first key is older than this at the first attach: the user no longer expects it. */
const AHEAD_MS = 3_000;

/**
 * CH-08: one attached shell. `seq` counts output bytes, so a reconnect continues exactly where the connection was lost.
 */
export class TerminalConnection {
  readonly #id: string;
  readonly #machine: string | undefined;
  readonly #screen: TerminalScreen;
  readonly #onStatus: (status: TerminalStatus, code?: number) => void;
  readonly #nonce = new NonceSource();
  readonly #encoder = new TextEncoder();
  #socket: WebSocket | null = null;
  #seq = 0;
  #processed = 0;
  #acked = 0;
  #until = 0;
  #attempt = 0;
  #ended = false;
  #droppedAt = -Infinity;
  /** Input typed before the first attach. */
  #ahead: { text: string; at: number }[] | undefined = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  /** Receive timeout in milliseconds; undefined for a computer without heartbeats. */
  #patience: number | undefined;

  /** `machine`: id of the machine of the person's own that it is on; undefined on the computer. */
  constructor(
    { id, machine }: { id: string; machine: string | undefined },
    screen: TerminalScreen,
    onStatus: (status: TerminalStatus, code?: number) => void,
  ) {
    this.#id = id;
    this.#machine = machine;
    this.#screen = screen;
    this.#onStatus = onStatus;
    void this.#open();
  }

  /**
   * Sends typed text. Before the first attach it is queued for a moment. Text typed while the connection is lost is
   * dropped up to the end of its line: it must not run later, unseen, and a line without its beginning is another
   * command.
   */
  input(text: string): void {
    if (this.#ahead) return void this.#ahead.push({ text, at: performance.now() });
    const isLine = text >= ' ' || text === '\r';
    if (isLine && (!this.#isOpen() || performance.now() - this.#droppedAt < TYPING_PAUSE_MS)) {
      this.#droppedAt = performance.now();
      return;
    }
    // Replayed output repeats old terminal queries (cursor position, for one); their replies would end up at the
    // prompt.
    if (this.#processed < this.#until && text.startsWith('\x1b')) return;
    this.#send(this.#encoder.encode(text));
  }

  /** Sends typed bytes that are not text, such as some mouse reports. */
  inputBytes(binary: string): void {
    this.#send(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  }

  resize(): void {
    this.#send(JSON.stringify({ type: 'resize', ...this.#screen.size() }));
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#drop();
  }

  #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#isOpen()) this.#socket!.send(data);
  }

  async #open(): Promise<void> {
    if (this.#ended) return;
    this.#onStatus('connecting');
    try {
      const { token, traceparent } = await this.#nonce.take();
      if (this.#ended) return;
      const socket = new WebSocket(
        socketUrl(`/api/terminals/${this.#id}/attach`, {
          nonce: token,
          traceparent,
          from: this.#seq,
          ...(this.#machine && { machine: this.#machine }),
        }),
      );
      socket.binaryType = 'arraybuffer';
      this.#socket = socket;
      socket.onmessage = ({ data }) => {
        this.#wait(this.#patience);
        if (typeof data === 'string') this.#control(data);
        else this.#output(new Uint8Array(data as ArrayBuffer));
      };
      socket.onclose = () => this.#lost();
      this.#wait(CONNECT_MS);
    } catch {
      this.#lost();
    }
  }

  #wait(ms: number | undefined): void {
    clearTimeout(this.#pulse);
    if (ms) this.#pulse = setTimeout(() => this.#lost(), ms);
  }

  /** Closes the socket and ignores its remaining events. */
  #drop(): void {
    clearTimeout(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #lost(): void {
    this.#drop();
    if (this.#ended) return;
    this.#onStatus('lost');
    this.#timer = setTimeout(() => void this.#open(), Math.max(this.#nonce.waitMs, backoffMs(this.#attempt++)));
  }

  #control(text: string): void {
    const frame = JSON.parse(text) as {
      type: string;
      seq?: number;
      until?: number;
      truncated?: boolean;
      beatMs?: number;
      code?: number;
    };
    if (frame.type === 'attached') {
      this.#attempt = 0;
      this.#patience = frame.beatMs && frame.beatMs * PATIENCE;
      this.#wait(this.#patience);
      if (frame.truncated) this.#screen.clear();
      this.#seq = this.#processed = this.#acked = frame.seq ?? this.#seq;
      this.#until = frame.until ?? this.#seq;
      this.#onStatus('attached');
      this.resize();
      this.#catchUp();
    } else if (frame.type === 'exit') {
      this.#ended = true;
      this.#onStatus('exited', frame.code);
      this.#drop();
    }
  }

  /** Sends all queued input, or drops all of it: half a line is another command. */
  #catchUp(): void {
    const typed = this.#ahead ?? [];
    this.#ahead = undefined;
    if (typed.length === 0) return;
    if (performance.now() - typed[0]!.at < AHEAD_MS) for (const { text } of typed) this.input(text);
    else this.#droppedAt = performance.now();
  }

  #output(bytes: Uint8Array): void {
    // Replayed and new output are processed separately.
    const shown = this.#until - this.#seq;
    if (shown > 0 && shown < bytes.byteLength) {
      this.#output(bytes.subarray(0, shown));
      return this.#output(bytes.subarray(shown));
    }
    this.#seq += bytes.byteLength;
    this.#screen.write(bytes, () => {
      this.#processed += bytes.byteLength;
      if (this.#processed - this.#acked < ACK_BYTES) return;
      this.#acked = this.#processed;
      this.#send(JSON.stringify({ type: 'ack', seq: this.#processed }));
    });
  }
}
