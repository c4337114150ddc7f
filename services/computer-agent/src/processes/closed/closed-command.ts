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
  /** Of both, also those that are not listed. */
  readonly writeCount: number;
  readonly deleteCount: number;
}

/** A command that the host of the computer runs in a sandbox of its own, without a way out. */
export class ClosedCommand extends EventEmitter implements Started {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  exitCode: number | null = null;
  readonly signalCode = null;
  readonly ended: Promise<void>;
  wouldChange: WouldChange = { wouldWrite: [], wouldDelete: [], writeCount: 0, deleteCount: 0 };
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

/**
 * Two counts and a list of names, each after the letter of its type and before a null byte; what is deleted is a
 * character device. Names in the workspace come first: programs write thousands of files for themselves.
 */
function changesIn(list: Buffer): WouldChange {
  // Without its null byte, the last one may be cut.
  const [counts = '', ...entries] = list.toString('utf8').split('\0').slice(0, -1);
  const [writeCount = 0, deleteCount = 0] = counts.split(' ').map((count) => Number(count) || 0);
  const [deleted, written] = [entries.filter(isDeleted), entries.filter((entry) => !isDeleted(entry))];
  const shown = (found: readonly string[]) =>
    found
      .map((entry) => entry.slice(1))
      .toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b)) || (a < b ? -1 : 1))
      .slice(0, MAX_CHANGES);
  return { wouldWrite: shown(written), wouldDelete: shown(deleted), writeCount, deleteCount };
}

const isHidden = (path: string): boolean => path.startsWith('.');
const isDeleted = (entry: string): boolean => entry.startsWith('c');
