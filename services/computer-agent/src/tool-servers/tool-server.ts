/** One running program that offers tools: started, greeted, asked, ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { ErrorReason } from '@zo/proto/agent/v1';
import { agentError } from '../errors.js';
import { killAll, RUN_MARK } from '../processes/group.js';
import { type Answer, Lines, readMessage, type Said } from './messages.js';

const MAX_AT_ONCE = 16;
/** What a program may say between two answers that nobody asked for. */
const MAX_UNASKED = 5_000;
const MAX_UNASKED_BYTES = 16 * 1024 * 1024;
const MAX_COMPLAINT = 4_000;
const STACK_FRAME = /^\s+at\s/;
/** How long a program may take to end by itself when its input has ended. */
const GRACE_MS = 2_000;
const METHOD_NOT_FOUND = -32_601;

export interface Command {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

export class ToolServer {
  /** Why it has ended; undefined while it runs. */
  ended: Error | undefined;
  /** What it said when it was greeted. */
  private greeting: Promise<Answer> | undefined;
  private readonly id = randomUUID();
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly lines = new Lines();
  private last = 0;
  private unasked = { messages: 0, bytes: 0 };
  private complaint = '';

  constructor({ command, cwd, env }: Command) {
    this.child = spawn('/bin/bash', ['-lc', command], {
      cwd,
      env: { ...env, [RUN_MARK]: this.id },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdin, stdout, stderr } = this.child;
    stdin!.on('error', () => undefined);
    stdout!.on('data', (data: Buffer) => this.take(data));
    stderr!.on('data', (data: Buffer) => (this.complaint = (this.complaint + data.toString()).slice(-MAX_COMPLAINT)));
    this.child.once('error', (error) =>
      this.fail(ErrorReason.UNREADABLE, `It could not be started: ${error.message}.`),
    );
    this.child.once('close', (code, signal) => this.fail(ErrorReason.UNREADABLE, endOf(code, signal)));
  }

  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  /** Begins the session once; later calls get what was said then. @throws UNREADABLE, LIMIT_REACHED, TIMED_OUT */
  greet(params: object, ms: number): Promise<Answer> {
    return (this.greeting ??= this.ask('initialize', params, AbortSignal.timeout(ms)).then((answer) => {
      if (answer.error === undefined) this.write({ method: 'notifications/initialized' });
      else this.fail(ErrorReason.UNREADABLE, 'It refused to begin.');
      return answer;
    }));
  }

  /** @throws UNREADABLE, LIMIT_REACHED, TIMED_OUT, CANCELLED */
  async ask(method: string, params: object | undefined, signal: AbortSignal): Promise<Answer> {
    if (this.ended) throw this.ended;
    if (this.waiting.size >= MAX_AT_ONCE)
      throw agentError(ErrorReason.LIMIT_REACHED, 'It is asked too much at once. Try again in a moment.');
    const id = ++this.last;
    const answered = new Promise<Answer>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const onAbort = () => {
      this.write({ method: 'notifications/cancelled', params: { requestId: id } });
      const isLate = (signal.reason as Error | undefined)?.name === 'TimeoutError';
      const error = isLate
        ? agentError(ErrorReason.TIMED_OUT, `It did not answer in time.${this.lastWords}`)
        : agentError(ErrorReason.CANCELLED, 'This was stopped.');
      this.waiting.get(id)?.reject(error);
      this.waiting.delete(id);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.write({ id, method, ...(params && { params }) });
    if (signal.aborted) onAbort();
    try {
      return await answered;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends its input, and kills what is left of it. */
  end(): void {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.stdin?.end();
    setTimeout(() => this.kill(), GRACE_MS).unref();
  }

  kill(): void {
    if (this.child.pid) killAll(this.child.pid, this.id);
  }

  private get lastWords(): string {
    const lines = this.complaint.replaceAll(/[^\P{C}\n]/gu, '').split('\n');
    // What it failed at is said above where in its source it was.
    const words = lines
      .filter((line) => !STACK_FRAME.test(line))
      .join('\n')
      .trim();
    return words === '' ? '' : ` It said: ${words.slice(-600)}`;
  }

  private write(message: object): void {
    if (!this.ended) this.child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  private take(data: Buffer): void {
    if (this.ended) return;
    const lines = this.lines.take(data);
    if (!lines) return this.fail(ErrorReason.LIMIT_REACHED, 'It said more than 1 MB at once.');
    this.unasked.bytes += data.length;
    for (const line of lines) this.receive(readMessage(line));
    if (this.unasked.messages > MAX_UNASKED || this.unasked.bytes > MAX_UNASKED_BYTES)
      this.fail(ErrorReason.LIMIT_REACHED, 'It talks without being asked, and without end.');
  }

  private receive(said: Said): void {
    if ('answer' in said) {
      const asked = this.waiting.get(said.answer.id);
      this.waiting.delete(said.answer.id);
      asked?.resolve(said.answer);
      if (asked) this.unasked = { messages: 0, bytes: 0 };
      else this.unasked.messages++;
      return;
    }
    this.unasked.messages++;
    if (!('asked' in said)) return;
    const { id, method } = said.asked;
    // It is offered nothing of ours, so it has nothing to ask for.
    const error = { code: METHOD_NOT_FOUND, message: 'There is no such method.' };
    this.write(method === 'ping' ? { id, result: {} } : { id, error });
  }

  private fail(reason: ErrorReason, message: string): void {
    if (this.ended) return;
    this.ended = agentError(reason, `${message}${this.lastWords}`);
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
    this.kill();
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (code === 0) return 'It ended with exit code 0, but an MCP server keeps running. Check the command.';
  return `It ended ${signal ? `by ${signal}` : `with exit code ${code ?? -1}`}.`;
}
