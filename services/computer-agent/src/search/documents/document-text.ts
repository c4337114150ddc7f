import { spawn } from 'node:child_process';
import { type Ending, isEndedByOthers } from '../../programs/ending.js';
import { type DocumentKind, MAX_TEXT_CHARACTERS } from './kinds.js';

const HEAP_MB = 128;
/** At the first limit it ends with a signal of its own; at the second it is killed, as the kernel does for memory. */
const [CPU_SECONDS, MAX_CPU_SECONDS] = [20, 25];
/** With the lowest priority, the CPU time may take much longer to come by. */
const MAX_MS = 180_000;
/** A character of the text has at most three bytes. */
const MAX_BYTES = 3 * MAX_TEXT_CHARACTERS;

/**
 * The text of a document, which an extractor process reads; null when the document has none that can be read, undefined
 * when something else ended the process, so that nothing is known about the document.
 */
export async function documentText(
  program: string,
  fd: number,
  kind: DocumentKind,
): Promise<string | null | undefined> {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `ulimit -S -t ${CPU_SECONDS} && ulimit -H -t ${MAX_CPU_SECONDS} && exec "$@"`,
      'sh',
      process.execPath,
      `--max-old-space-size=${HEAP_MB}`,
      '--max-semi-space-size=4',
      '--v8-pool-size=1',
      '--no-warnings',
      program,
      kind,
    ],
    { env: {}, cwd: '/', stdio: ['ignore', 'pipe', 'ignore', fd] },
  );
  const kill = () => void child.kill('SIGKILL');
  const timer = setTimeout(kill, MAX_MS);
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout!.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAX_BYTES) return void chunks.push(chunk);
    kill();
  });
  const ending = await new Promise<Ending>((done) => {
    child.once('close', (code, signal) => done({ code, signal }));
    child.once('error', () => done({ code: null, signal: null }));
  });
  clearTimeout(timer);
  if (ending.code === 0) return Buffer.concat(chunks).toString('utf8');
  return length <= MAX_BYTES && isEndedByOthers(ending) ? undefined : null;
}
