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
  /** On a copy of the home that ends with it. */
  rehearse: boolean;
}

const HEAD_BYTES = 5;
const MAX_FRAME = 16 * 1024 * 1024;
const STDOUT = 1;
const STDERR = 2;
const EXIT = 3;
const CHANGES = 5;
const MAX_CHANGES = 200;

/** What a rehearsed command would have changed, by path in the home. */
export interface WouldChange {
  readonly wouldWrite: readonly string[];
  readonly wouldDelete: readonly string[];
  readonly moreChanges: boolean;
}

/** A command that the host of the computer runs in a sandbox of its own, without a way out. */
export class ClosedCommand extends EventEmitter implements Started {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  exitCode: number | null = null;
  readonly signalCode = null;
  readonly ended: Promise<void>;
  wouldChange: WouldChange = { wouldWrite: [], wouldDelete: [], moreChanges: false };
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
    if (kind === CHANGES) return void (this.wouldChange = changesIn(data));
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

/** A list of names, each after the letter of its type and before a null byte; what is deleted is a character device. */
function changesIn(list: Buffer): WouldChange {
  // Without its null byte, the last one may be cut.
  const entries = list.toString('utf8').split('\0').slice(0, -1);
  const [deleted, written] = [entries.filter(isDeleted), entries.filter((entry) => !isDeleted(entry))];
  const shown = (found: readonly string[]) =>
    found
      .map((entry) => entry.slice(1))
      .toSorted()
      .slice(0, MAX_CHANGES);
  const isCut = !list.toString('utf8').endsWith('\0');
  const moreChanges = isCut || Math.max(deleted.length, written.length) > MAX_CHANGES;
  return { wouldWrite: shown(written), wouldDelete: shown(deleted), moreChanges };
}

const isDeleted = (entry: string): boolean => entry.startsWith('c');
