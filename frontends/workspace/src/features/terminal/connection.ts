import { NonceSource, backoffMs, socketUrl } from '@zo/web/live';

/** What the screen of a terminal does with what arrives. */
export interface TerminalScreen {
  /** Shows output; calls back when it has been processed, not merely received. */
  write: (bytes: Uint8Array, processed: () => void) => void;
  /** Output is missing between what is shown and what comes next. */
  clear: () => void;
  size: () => { cols: number; rows: number };
}

export type TerminalStatus = 'connecting' | 'attached' | 'lost' | 'exited';

/** Flow control: the computer pauses the shell when this side is far behind. */
const ACK_BYTES = 256 * 1024;
/** A connection that takes longer is tried anew. */
const CONNECT_MS = 20_000;
/** The computer says how often it beats; so many beats without anything, the line is dead although nobody said so. */
const PATIENCE = 3;
/** Who types on without such a pause is in the middle of a line. */
const TYPING_PAUSE_MS = 700;
/** Who waits longer than this for the shell has stopped counting on what was typed into nothing. */
const AHEAD_MS = 3_000;

/** CH-08: one attached shell. `seq` counts output bytes, so a lost connection goes on exactly where it broke off. */
export class TerminalConnection {
  readonly #id: string;
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
  /** What was typed before the shell was there for the first time. */
  #ahead: { text: string; at: number }[] | undefined = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds of silence; unknown of a computer that does not beat. */
  #patience: number | undefined;

  constructor(id: string, screen: TerminalScreen, onStatus: (status: TerminalStatus, code?: number) => void) {
    this.#id = id;
    this.#screen = screen;
    this.#onStatus = onStatus;
    void this.#open();
  }

  /** Typed text. Before the shell is there for the first time it waits a moment, as in every terminal. What is typed while the connection is lost is dropped, to its end: nobody wants it to run later, unseen, and a line without its beginning is another command. */
  input(text: string): void {
    if (this.#ahead) return void this.#ahead.push({ text, at: performance.now() });
    const isLine = text >= ' ' || text === '\r';
    if (isLine && (!this.#isOpen() || performance.now() - this.#droppedAt < TYPING_PAUSE_MS)) {
      this.#droppedAt = performance.now();
      return;
    }
    // What is shown once more asks its old questions again, where the cursor is for one: their answers would end up at the prompt.
    if (this.#processed < this.#until && text.startsWith('\x1b')) return;
    this.#send(this.#encoder.encode(text));
  }

  /** Typed bytes that are no text, as some mouse reports. */
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
        socketUrl(`/api/terminals/${this.#id}/attach`, { nonce: token, traceparent, from: this.#seq }),
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

  /** Nothing of it is heard any more. */
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

  /** All that was typed ahead, or nothing: half a line is another command. */
  #catchUp(): void {
    const typed = this.#ahead ?? [];
    this.#ahead = undefined;
    if (typed.length === 0) return;
    if (performance.now() - typed[0]!.at < AHEAD_MS) for (const { text } of typed) this.input(text);
    else this.#droppedAt = performance.now();
  }

  #output(bytes: Uint8Array): void {
    // What is shown once more and what is new are processed one after the other.
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
