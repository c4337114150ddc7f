import { EventEmitter } from 'node:events';
import net from 'node:net';
import { PassThrough } from 'node:stream';
import type { Started } from '../started.js';

/** What the host takes, as one line of JSON. */
export interface ClosedInput {
  ticket: string;
  command: string;
  cwd: string;
  env: Record<string, string>;
}

const HEAD_BYTES = 5;
const MAX_FRAME = 16 * 1024 * 1024;
const STDOUT = 1;
const STDERR = 2;
const EXIT = 3;

/** A command that the host of the computer runs in a sandbox of its own, without a way out. */
export class ClosedCommand extends EventEmitter implements Started {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  exitCode: number | null = null;
  readonly signalCode = null;
  readonly ended: Promise<void>;
  private readonly socket: net.Socket;
  private held = Buffer.alloc(0);
  private failure: string | undefined;

  constructor(socketPath: string, input: ClosedInput) {
    super();
    this.socket = net.connect({ path: socketPath, allowHalfOpen: true });
    this.ended = new Promise((done) => this.socket.once('close', () => done()));
    this.socket.once('end', () => this.socket.end());
    this.socket.write(`${JSON.stringify(input)}\n`);
    this.socket.on('data', (data: Buffer) => this.take(data));
    this.socket.once('error', (error) => (this.failure ??= error.message));
    this.socket.once('close', () => this.end());
  }

  /** The host kills what runs when this side ends, and ends its own when nothing runs any more. */
  kill(): void {
    this.socket.end();
    // Nothing of the output is read any more.
    this.stdout.destroy();
    this.stderr.destroy();
    this.socket.resume();
  }

  private take(data: Buffer): void {
    this.held = Buffer.concat([this.held, data]);
    while (this.held.length >= HEAD_BYTES) {
      const length = this.held.readUInt32BE(1);
      if (length > MAX_FRAME) return void this.socket.destroy();
      if (this.held.length < HEAD_BYTES + length) return;
      this.frame(this.held.readUInt8(), this.held.subarray(HEAD_BYTES, HEAD_BYTES + length));
      this.held = this.held.subarray(HEAD_BYTES + length);
    }
  }

  private frame(kind: number, data: Buffer): void {
    if (kind === STDOUT || kind === STDERR) {
      const stream = kind === STDOUT ? this.stdout : this.stderr;
      if (stream.destroyed || stream.write(Buffer.from(data))) return;
      this.socket.pause();
      stream.once('drain', () => this.socket.resume()).once('close', () => this.socket.resume());
      return;
    }
    if (kind === EXIT) this.exitCode = (JSON.parse(data.toString('utf8')) as { code: number }).code;
    else this.failure ??= data.toString('utf8');
  }

  private end(): void {
    this.stdout.end();
    this.stderr.end();
    if (this.failure !== undefined) this.emit('error', new Error(this.failure));
    else this.emit('exit');
    this.emit('close');
  }
}
