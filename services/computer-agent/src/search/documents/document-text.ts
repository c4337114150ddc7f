import { spawn } from 'node:child_process';
import { type DocumentKind, MAX_TEXT_CHARACTERS } from './kinds.js';

const HEAP_MB = 128;
const CPU_SECONDS = 20;
/** With the lowest priority, the CPU time may take much longer to come by. */
const MAX_MS = 180_000;
/** A character of the text has at most three bytes. */
const MAX_BYTES = 3 * MAX_TEXT_CHARACTERS;

/** The text of a document, which an extractor process reads; null when it fails, for whatever reason. */
export async function documentText(program: string, fd: number, kind: DocumentKind): Promise<string | null> {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `ulimit -t ${CPU_SECONDS} && exec "$@"`,
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
    if (length > MAX_BYTES) kill();
    else chunks.push(chunk);
  });
  const code = await new Promise<number | null>((done) => child.once('close', done).once('error', () => done(null)));
  clearTimeout(timer);
  return code === 0 ? Buffer.concat(chunks).toString('utf8') : null;
}
