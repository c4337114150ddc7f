import fs from 'node:fs';
import { basename } from 'node:path';
import type { IPty } from '@lydell/node-pty';
import { create } from '@bufbuild/protobuf';
import { TerminalSchema, type Terminal as Description } from '@zo/proto/agent/v1';
import { Ring } from './ring.js';

/** One reader of a terminal's output. */
export interface Viewer {
  /** Called when there is more to send, or the terminal has ended. */
  more(): void;
  /** Bytes sent but not yet acknowledged. */
  readonly behind: number;
}

/** Unacknowledged bytes to the quickest viewer at which the program is paused. */
export const WINDOW = 1024 * 1024;
export const MAX_COLS = 1_000;
export const MAX_ROWS = 500;
const TITLE = /\u001b\][02];([^\u0007\u001b]{0,200})(?:\u0007|\u001b\\)/g;

/** A shell on a pseudo terminal. It outlives its viewers; its last output is kept for the next one. */
export class Terminal {
  readonly ring = new Ring();
  readonly created = Date.now();
  lastActive = Date.now();
  exitCode: number | null = null;
  /** Given by the user; empty without one. */
  name = '';
  private title = 'bash';
  private paused = false;
  private readonly viewers = new Set<Viewer>();
  private hasOutput = false;

  constructor(
    readonly id: string,
    private readonly pty: IPty,
    private readonly startedIn: string,
  ) {
    // With encoding null the pty delivers bytes, whatever its types say.
    pty.onData((data) => this.output(data as unknown as Buffer));
    pty.onExit(({ exitCode, signal }) => {
      this.exitCode = signal ? 128 + signal : exitCode;
      for (const viewer of this.viewers) viewer.more();
    });
  }

  private output(data: Buffer): void {
    this.lastActive = Date.now();
    this.hasOutput = true;
    this.ring.add(data);
    if (data.includes(0x1b)) {
      for (const match of data.toString('utf8').matchAll(TITLE)) this.title = match[1] || this.title;
    }
    for (const viewer of this.viewers) viewer.more();
    this.regulate();
  }

  /** Pauses the program while every viewer is a whole window behind: a slow viewer never holds up a quick one. */
  regulate(): void {
    const full = this.viewers.size > 0 && [...this.viewers].every((viewer) => viewer.behind >= WINDOW);
    if (full === this.paused || this.exitCode !== null) return;
    this.paused = full;
    if (full) this.pty.pause();
    else this.pty.resume();
  }

  attach(viewer: Viewer): void {
    this.viewers.add(viewer);
    this.regulate();
  }

  detach(viewer: Viewer): void {
    this.viewers.delete(viewer);
    this.regulate();
  }

  write(data: Buffer): void {
    this.lastActive = Date.now();
    if (this.exitCode === null) this.pty.write(data as unknown as string);
  }

  get size(): { cols: number; rows: number } {
    return { cols: this.pty.cols, rows: this.pty.rows };
  }

  resize(cols: number, rows: number): void {
    if (this.exitCode !== null) return;
    if (cols !== this.pty.cols || rows !== this.pty.rows) this.pty.resize(cols, rows);
  }

  /** The process id of the shell. */
  get pid(): number {
    return this.pty.pid;
  }

  /** Name of the program in the foreground; empty when it is the shell itself. */
  get foreground(): string {
    if (this.exitCode !== null) return '';
    const name = basename(this.pty.process);
    return name === 'bash' || name === '-bash' ? '' : name;
  }

  private get folder(): string {
    // Before its first output the new process may still be in the folder of the agent.
    if (!this.hasOutput) return this.startedIn;
    try {
      return fs.readlinkSync(`/proc/${this.pty.pid}/cwd`);
    } catch {
      return this.startedIn;
    }
  }

  describe(): Description {
    const running = this.exitCode === null;
    return create(TerminalSchema, {
      id: this.id,
      title: this.title,
      name: this.name,
      program: this.foreground,
      ...this.size,
      createdMs: this.created,
      running,
      exitCode: this.exitCode ?? 0,
      cwd: running ? this.folder : this.startedIn,
    });
  }

  /** Hangs up, as closing a window does; processes that ignore it are killed. */
  close(): void {
    if (this.exitCode !== null) return;
    const { pid } = this.pty;
    this.pty.kill('SIGHUP');
    setTimeout(() => {
      if (this.exitCode !== null) return;
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // exited meanwhile
      }
    }, 1_000).unref();
  }
}
