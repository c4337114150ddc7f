import { spawn } from 'node:child_process';
import { ErrorReason } from '@zo/proto/agent/v1';
import { agentError } from '../errors.js';
import { type Extraction, type FromProgram, type Job, type Listing, PROBLEMS } from './messages.js';

/** Megabytes of its heap. */
const HEAP_MB = 128;

export interface ArchiveRun {
  /** Open descriptors of the archive, and of the folder to write to. */
  fds: number[];
  job: Job;
  /** Milliseconds after which the program is killed. */
  timeMs: number;
  signal: AbortSignal;
  /** @throws when there is no room for so many bytes */
  room: (bytes: number) => Promise<void>;
}

type Done = Extract<FromProgram, { kind: 'listed' | 'extracted' }>;

const refused = (message: string) => agentError(ErrorReason.ARCHIVE, message);

/** Runs the program on one archive. It is killed when it takes too long, or nobody waits for it any more. */
export async function runProgram(program: string, { fds, job, timeMs, signal, room }: ArchiveRun): Promise<Done> {
  signal.throwIfAborted();
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=2', '--v8-pool-size=1', '--no-warnings', program],
    // No secret of the agent, and no mark of the user's own programs.
    { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'inherit', 'ipc', ...fds], serialization: 'json' },
  );
  const exited = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()));
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const timer = setTimeout(
    () => reject(agentError(ErrorReason.TIMED_OUT, 'Reading the archive takes too long.')),
    timeMs,
  );
  const abort = () => reject(agentError(ErrorReason.CANCELLED, 'Cancelled.'));
  signal.addEventListener('abort', abort);
  child.on('message', (message: FromProgram) => {
    if (message.kind === 'listed' || message.kind === 'extracted') resolve(message);
    else if (message.kind === 'refused') reject(refused(message.message));
    else if (message.kind === 'failed') reject(Object.assign(new Error('archive'), { code: message.code }));
    else room(message.bytes).then(() => child.send('room', () => undefined), reject);
  });
  // Killed for its memory, or crashed in a parser: the archive is at fault.
  void exited.then(() => reject(refused(PROBLEMS.damaged)));
  child.send(job, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
    await exited;
  }
}

export type { Extraction, Listing };
