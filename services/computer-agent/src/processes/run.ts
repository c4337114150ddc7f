import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  RunResponseSchema,
  RunResponse_ExitSchema,
  RunResponse_OutputSchema,
  type Cause,
  type RunRequest,
  type RunResponse,
} from '@zo/proto/agent/v1';
import { invalid, agentError } from '../errors.js';
import type { Home } from '../home/home.js';
import { restoreHome } from '../home/layout.js';
import { ClosedCommand } from './closed/closed-command.js';
import { RUN_MARK } from './group.js';
import { TruncatedOutput } from './output.js';
import { type Held, type HeldFiles, NOTHING_HELD } from './run-later/held.js';
import { type Started, startHere } from './started.js';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_COMMAND = 1024 * 1024;
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Background children may hold the pipes open after bash has exited; they are waited for no longer than this. */
const LINGER_MS = 150;
const HELD = 64;

export interface Shell {
  home: Home;
  env: Record<string, string>;
  /** Where commands start that name no folder; empty: in the workspace. */
  folder: string;
  /** People can forbid it on machines of their own. */
  isAllowed: boolean;
  /** Where the host takes commands that run without a way out; empty where there is no such host. */
  closedSocket: string;
}

export interface RunsParts {
  readonly shell: Shell;
  readonly held: HeldFiles;
  /** Resolves when all changes that an ended command made are known. */
  readonly caughtUp: () => Promise<void>;
}

/**
 * Where a command starts: below the home, or anywhere in the computer if absolute. Only files are confined to the home,
 * not the shell. @throws NOT_PERMITTED, INVALID, NOT_FOUND
 */
export function workingFolder({ home, folder: usual, isAllowed }: Shell, cwd: string): string {
  if (!isAllowed) throw agentError(ErrorReason.NOT_PERMITTED, 'This machine lets nobody start programs.');
  if (cwd.includes('\0')) throw invalid('The folder is not valid.');
  const begin = cwd || usual || 'workspace';
  const folder = isAbsolute(begin) ? begin : join(home.path, begin);
  const below = relative(home.path, folder);
  if (!below.startsWith('..')) restoreHome(home.folder, below.split('/'));
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw agentError(ErrorReason.NOT_FOUND, `There is no folder ${folder}.`);
  return folder;
}

function environment(shell: Shell, request: RunRequest, id: string): Record<string, string> {
  for (const [name, value] of Object.entries(request.env)) {
    if (!ENV_NAME.test(name) || value.includes('\0')) throw invalid(`"${name}" cannot be set in the environment.`);
  }
  return { ...shell.env, TERM: 'dumb', ...request.env, [RUN_MARK]: id };
}

const output = (stderr: boolean, data: Buffer, dropped = 0) => {
  const value = create(RunResponse_OutputSchema, { stderr, data, droppedBefore: BigInt(dropped) });
  return create(RunResponseSchema, { event: { case: 'output', value } });
};

/** The running commands, so that a stop can name them and end them. */
export class Runs {
  private readonly running = new Map<string, { child: Started; command: string; cause: Cause | undefined }>();

  private readonly ended = new Set<{ cause: Cause | undefined }>();

  constructor(private readonly parts: RunsParts) {}

  /** The running commands, shortened; empty when none runs. */
  get commands(): string[] {
    return [...this.running.values()].map(({ command }) => command.slice(0, 80));
  }

  /** On whose behalf the commands were started whose changes may be seen now. */
  get causes(): (Cause | undefined)[] {
    return [...this.running.values(), ...this.ended].map(({ cause }) => cause);
  }

  killAll(): void {
    for (const { child } of this.running.values()) child.kill();
  }

  private start(
    { command, closedTicket: ticket, rehearse }: RunRequest,
    { cwd, env, id }: { cwd: string; env: Record<string, string>; id: string },
  ): Started {
    if (ticket === '' && rehearse) throw invalid('A command is rehearsed with a ticket only.');
    if (ticket === '') return startHere(command, { cwd, env, id });
    if (this.parts.shell.closedSocket === '') throw invalid('This computer cannot run commands without a way out.');
    return new ClosedCommand(this.parts.shell.closedSocket, { ticket, command, cwd, env, rehearse });
  }

  async *run(request: RunRequest, signal: AbortSignal): AsyncGenerator<RunResponse> {
    if (request.command === '' || request.command.includes('\0')) throw invalid('A command must be given.');
    if (request.command.length > MAX_COMMAND) throw invalid('The command is too long.');
    const id = randomUUID();
    const cwd = workingFolder(this.parts.shell, request.cwd);
    const env = environment(this.parts.shell, request, id);
    const isWatched = request.closedTicket !== '' && !request.rehearse;
    const watched = isWatched ? await this.parts.held.begin(request.programs) : undefined;
    const child = this.start(request, { cwd, env, id });
    this.running.set(id, { child, command: request.command, cause: request.cause });
    let held: Promise<Held> | undefined;
    // Also when nobody waits for the end of the command any more.
    const putBack = async () => (held ??= watched ? child.ended.then(() => this.parts.held.end(watched)) : NO_HELD);
    try {
      yield* new Execution(child, request, putBack).events(signal);
    } finally {
      await putBack();
      this.running.delete(id);
      const left = { cause: request.cause };
      this.ended.add(left);
      void this.parts.caughtUp().finally(() => this.ended.delete(left));
    }
  }
}

const NO_HELD = Promise.resolve(NOTHING_HELD);

/** One command from start to exit, as a queue of events to send. */
class Execution {
  private readonly queue: RunResponse[] = [];
  private wake: (() => void) | null = null;
  private over = false;
  private timedOut = false;
  private failure: Error | null = null;
  private readonly began = performance.now();
  private readonly streams: { stderr: boolean; clip: TruncatedOutput }[] = [];

  constructor(
    private readonly child: Started,
    private readonly request: RunRequest,
    private readonly putBack: () => Promise<Held>,
  ) {
    this.collect(child.stdout, false);
    this.collect(child.stderr, true);
    child.once('error', (error) => {
      this.failure = error;
      this.finish();
    });
    child.once('exit', () => setTimeout(() => this.finish(), LINGER_MS));
    child.once('close', () => this.finish());
  }

  private collect(stream: Readable, stderr: boolean): void {
    const clip = new TruncatedOutput(this.request.maxOutputBytes);
    this.streams.push({ stderr, clip });
    stream.on('data', (chunk: Buffer) => {
      const now = clip.take(chunk);
      if (now.length > 0) this.push(output(stderr, now));
      // Only live output can pile up, and never more than half the limit: the rest is clipped on arrival.
      if (this.queue.length > HELD && now.length > 0) stream.pause();
    });
    stream.on('error', () => undefined);
  }

  private push(event: RunResponse): void {
    this.queue.push(event);
    this.wake?.();
  }

  private finish(): void {
    this.over = true;
    this.child.stdout.destroy();
    this.child.stderr.destroy();
    this.wake?.();
  }

  private kill(): void {
    this.child.kill();
  }

  async *events(signal: AbortSignal): AsyncGenerator<RunResponse> {
    const limit = Math.min(this.request.timeoutMs || DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS);
    const timer = setTimeout(() => {
      this.timedOut = true;
      this.kill();
    }, limit);
    const cancel = () => this.kill();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    let ended = false;
    try {
      for (;;) {
        const event = this.queue.shift();
        if (event) yield event;
        else if (this.over) break;
        else await this.more();
      }
      if (this.failure) throw this.failure;
      for (const { stderr, clip } of this.streams) {
        const rest = clip.end();
        if (rest.length > 0) yield output(stderr, rest, clip.dropped);
      }
      ended = true;
      yield this.exit(await this.putBack());
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      if (!ended) this.kill();
    }
  }

  private async more(): Promise<void> {
    this.child.stdout.resume();
    this.child.stderr.resume();
    await new Promise<void>((done) => (this.wake = done));
    this.wake = null;
  }

  private exit(held: Held): RunResponse {
    const value = create(RunResponse_ExitSchema, {
      code: this.child.exitCode ?? -1,
      signal: this.child.signalCode ?? '',
      timedOut: this.timedOut,
      droppedBytes: BigInt(this.streams.reduce((sum, { clip }) => sum + clip.dropped, 0)),
      durationMs: performance.now() - this.began,
      ...held,
      ...(this.child.wouldChange && {
        wouldWrite: [...this.child.wouldChange.wouldWrite],
        wouldDelete: [...this.child.wouldChange.wouldDelete],
        writeCount: this.child.wouldChange.writeCount,
        deleteCount: this.child.wouldChange.deleteCount,
      }),
    });
    return create(RunResponseSchema, { event: { case: 'exit', value } });
  }
}
