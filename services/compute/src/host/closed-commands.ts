/** Runs commands of one computer in sandboxes of their own, without a way out. Its agent asks for them. */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CHANGES_FD, MAX_CHANGES_BYTES } from './rehearsal.js';
import type { WayOutAnswer, WayOutQuestion } from './way-out-questions.js';

const MAX_HEADER = 4 * 1024 * 1024;
const MAX_AT_ONCE = 64;
/** What a frame to the agent holds; its length follows in four bytes. */
const FRAME = { stdout: 1, stderr: 2, exit: 3, failure: 4, changes: 5 } as const;

export interface OpenSandbox {
  readonly command: string[];
  readonly files: number[];
  readonly close: () => void;
  readonly listsChanges: boolean;
}

export interface ClosedCommandsOptions {
  /** Where the computer finds the socket that takes commands. */
  readonly socketPath: string;
  /** Holds a folder for each command. */
  readonly folder: string;
  readonly computerId: string;
  /** Asks the process that has the way out of this computer. */
  readonly ask: (question: WayOutQuestion) => Promise<WayOutAnswer>;
  readonly environment: NodeJS.ProcessEnv;
  /** The command line of a sandbox whose way out is in this folder, and the descriptors that it reads. */
  readonly sandbox: (wayOut: string) => OpenSandbox;
  /** The same on a copy of the home, whose mount points are in this folder; undefined: this machine cannot do it. */
  readonly rehearsal?: (wayOut: string, scratch: string) => OpenSandbox;
}

export class ClosedCommands {
  private readonly server: Server;
  private readonly children = new Set<ChildProcess>();
  private begun = 0;

  private constructor(private readonly options: ClosedCommandsOptions) {
    this.server = createServer({ allowHalfOpen: true }, (socket) => void this.accept(socket));
    this.server.maxConnections = MAX_AT_ONCE;
  }

  static async open(options: ClosedCommandsOptions): Promise<ClosedCommands> {
    const commands = new ClosedCommands(options);
    const { server } = commands;
    mkdirSync(options.folder, { mode: 0o700 });
    rmSync(options.socketPath, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.socketPath, resolve));
    chmodSync(options.socketPath, 0o666);
    return commands;
  }

  close(): void {
    this.server.close();
    for (const child of this.children) child.kill('SIGKILL');
  }

  /** A line of JSON with the ticket, then the input of the sandbox; frames with output and the end come back. */
  private async accept(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    const fail = (message: string) => void socket.end(frame(FRAME.failure, Buffer.from(message)));
    const header = await firstLine(socket);
    const asked = header === undefined ? undefined : askedIn(header);
    if (asked === undefined || header === undefined) return fail('This command may not run.');
    const { ticket, rehearse } = asked;
    if (rehearse && !this.options.rehearsal) return fail('This machine cannot rehearse commands.');
    const { ask, computerId: id } = this.options;
    const folder = join(this.options.folder, String(++this.begun));
    const socketPath = join(folder, 'egress.sock');
    try {
      mkdirSync(folder, { mode: 0o755 });
      const { isOpen } = await ask({ kind: 'open', id, ticket, socketPath });
      if (isOpen) await (rehearse ? this.rehearse(folder, header, socket) : this.run(folder, header, socket));
      else fail('This command may not run.');
    } catch (error) {
      fail(`The command could not be started: ${(error as Error).message}`);
    } finally {
      await ask({ kind: 'shut', id, socketPath });
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Beside the way out, so that it is removed with it. Its mounts are in a namespace that ends with the command. */
  private async rehearse(wayOut: string, input: Buffer, socket: Socket): Promise<void> {
    const scratch = `${wayOut}-copy`;
    mkdirSync(scratch, { mode: 0o700 });
    try {
      await this.runIn(this.options.rehearsal!(wayOut, scratch), input, socket);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }

  private run(wayOut: string, input: Buffer, socket: Socket): Promise<void> {
    return this.runIn(this.options.sandbox(wayOut), input, socket);
  }

  private async runIn(sandbox: OpenSandbox, input: Buffer, socket: Socket): Promise<void> {
    try {
      const [program = '', ...args] = sandbox.command;
      // The environment of the command goes through its input: nothing of it may act on this machine.
      const env = this.options.environment;
      const child = spawn(program, args, { env, cwd: '/', stdio: stdioWith(sandbox) });
      this.children.add(child);
      // The agent ends its side to stop the command, and waits for the end of this one.
      const kill = () => void child.kill('SIGKILL');
      socket.once('close', kill).once('end', kill);
      if (socket.destroyed || socket.readableEnded) child.kill('SIGKILL');
      child.stdin?.on('error', () => undefined).end(input);
      forwardOutput(child, socket);
      const changes = changesOf(child);
      const code = await endOf(child);
      this.children.delete(child);
      if (!socket.destroyed && changes.length > 0) socket.write(frame(FRAME.changes, Buffer.concat(changes)));
      if (!socket.destroyed) socket.end(frame(FRAME.exit, Buffer.from(JSON.stringify({ code }))));
    } finally {
      sandbox.close();
    }
  }
}

/** The list of changes has a pipe of its own. */
function stdioWith({ files, listsChanges }: OpenSandbox): StdioOptions {
  const stdio: (number | 'pipe' | 'ignore')[] = ['pipe', 'pipe', 'pipe', ...files];
  if (!listsChanges) return stdio;
  while (stdio.length < CHANGES_FD) stdio.push('ignore');
  return [...stdio, 'pipe'];
}

function changesOf({ stdio }: { readonly stdio: readonly unknown[] }): Buffer[] {
  const parts: Buffer[] = [];
  let length = 0;
  (stdio[CHANGES_FD] as Readable | undefined)?.on('data', (data: Buffer) => {
    length += data.length;
    if (length <= MAX_CHANGES_BYTES) parts.push(data);
  });
  return parts;
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve(code ?? -1)));
}

function forwardOutput(child: ChildProcess, socket: Socket): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name]!;
    stream.on('data', (data: Buffer) => {
      if (socket.destroyed || socket.write(frame(FRAME[name], data))) return;
      stream.pause();
      socket.once('drain', () => stream.resume());
    });
    socket.once('close', () => stream.resume());
  }
}

function frame(kind: number, data: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32BE(data.length, 1);
  return Buffer.concat([head, data]);
}

async function firstLine(socket: Socket): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    socket.once('close', () => resolve(undefined)).once('end', () => resolve(undefined));
    socket.on('data', (data: Buffer) => {
      if (length > MAX_HEADER) return;
      const end = data.indexOf('\n');
      parts.push(end < 0 ? data : data.subarray(0, end));
      length += data.length;
      if (end >= 0) resolve(Buffer.concat(parts));
      else if (length > MAX_HEADER) resolve(undefined);
    });
  });
}

function askedIn(header: Buffer): { ticket: string; rehearse: boolean } | undefined {
  try {
    const { ticket, rehearse } = JSON.parse(header.toString('utf8')) as { ticket?: unknown; rehearse?: unknown };
    return typeof ticket === 'string' ? { ticket, rehearse: rehearse === true } : undefined;
  } catch {
    return undefined;
  }
}
