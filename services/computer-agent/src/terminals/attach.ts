import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { checkSize } from './terminals.js';
import { WINDOW, type Terminal, type Viewer } from './terminal.js';

const MAX_MESSAGE = 1024 * 1024;
const PIECE = 64 * 1024;
const CLOSE_TOO_SLOW = 1013;
/** Unanswered pings after which a viewer counts as gone, although its connection was never closed. */
const MAX_MISSED_PONGS = 2;

const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE });

interface View {
  readonly from: number | null;
  readonly beatMs: number;
}

/**
 * GET /terminals/{id}?from=seq, upgraded: sends the output from that byte on and everything that follows. Queries in
 * the output before `until` have been answered already. Sends at least one message every `beatMs`.
 */
export function attach(
  terminal: Terminal,
  { from, beatMs }: View,
  upgrade: { request: IncomingMessage; socket: Duplex; head: Buffer },
): void {
  server.handleUpgrade(
    upgrade.request,
    upgrade.socket,
    upgrade.head,
    (socket) => new Attachment(terminal, socket, { from, beatMs }),
  );
}

/** One websocket on a terminal. It reads the terminal's ring buffer at its own pace and keeps no output of its own. */
class Attachment implements Viewer {
  private sent: number;
  private acknowledged: number;
  private ended = false;
  private silence = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly socket: WebSocket,
    { from, beatMs }: View,
  ) {
    const { ring } = terminal;
    const wanted = from ?? ring.start;
    const known = wanted >= ring.start && wanted <= ring.seq;
    this.sent = known ? wanted : ring.start;
    this.acknowledged = this.sent;
    this.say({
      type: 'attached',
      seq: this.sent,
      until: ring.seq,
      ...terminal.size,
      truncated: from === null ? ring.start > 0 : !known,
      beatMs,
    });
    const beats = setInterval(() => this.beat(), beatMs);
    socket.on('message', (data, binary) => this.receive(data, binary));
    socket.on('pong', () => (this.silence = 0));
    socket.on('close', () => {
      clearInterval(beats);
      terminal.detach(this);
    });
    socket.on('error', () => socket.terminate());
    terminal.attach(this);
    this.more();
  }

  get behind(): number {
    return this.sent - this.acknowledged;
  }

  private say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /**
   * Drops viewers that do not answer: a closed laptop or a lost machine sends no close and would block the program. The
   * beat lets the viewer detect the same.
   */
  private beat(): void {
    if (++this.silence > MAX_MISSED_PONGS) return this.socket.terminate();
    this.socket.ping();
    this.say({ type: 'beat' });
  }

  more(): void {
    const { ring, exitCode } = this.terminal;
    if (this.socket.readyState !== this.socket.OPEN || this.ended) return;
    if (this.sent < ring.start) {
      // It fell behind the output that is kept: the viewer attaches again and is told what it missed.
      this.socket.close(CLOSE_TOO_SLOW, 'too slow');
      return;
    }
    while (this.sent < ring.seq && this.behind < WINDOW) {
      const piece = ring.read(this.sent, PIECE);
      this.sent += piece.length;
      this.socket.send(piece, { binary: true });
    }
    if (exitCode === null || this.sent < ring.seq) return;
    this.ended = true;
    this.say({ type: 'exit', code: exitCode });
  }

  private receive(data: RawData, binary: boolean): void {
    this.silence = 0;
    if (binary) {
      this.terminal.write(data as Buffer);
      return;
    }
    try {
      this.command(
        JSON.parse((data as Buffer).toString('utf8')) as {
          type?: unknown;
          cols?: unknown;
          rows?: unknown;
          seq?: unknown;
        },
      );
    } catch {
      this.socket.close(1008, 'not understood');
    }
  }

  private command(message: { type?: unknown; cols?: unknown; rows?: unknown; seq?: unknown }): void {
    if (message.type === 'resize') {
      const [cols, rows] = [Number(message.cols), Number(message.rows)];
      checkSize(cols, rows);
      this.terminal.resize(cols, rows);
    } else if (message.type === 'ack') {
      const seq = Number(message.seq);
      if (seq > this.acknowledged && seq <= this.sent) this.acknowledged = seq;
      this.terminal.regulate();
      this.more();
    }
  }
}
