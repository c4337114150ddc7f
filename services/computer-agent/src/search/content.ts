import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ErrorReason, type SearchContentRequest, type SearchContentResponse } from '@zo/proto/agent/v1';
import { invalid, agentError } from '../errors.js';
import type { AgentConfig } from '../config.js';
import type { Home } from '../home/home.js';
import { matchResponse } from './match-response.js';
import { lines } from './lines.js';
import { scan } from './scan.js';

const MAX = 10_000;
const DEFAULT = 200;
const MAX_MESSAGE = 4 * 1024 * 1024;

const tookTooLong = () =>
  agentError(ErrorReason.TIMED_OUT, 'The search took too long and was ended. Look in a smaller folder.');

interface Tools {
  home: Home;
  config: Pick<AgentConfig, 'ripgrep' | 'searchMs' | 'shellEnv'>;
  /** Lines of one file at most; absent: only the limit of the request counts. */
  maxPerFile?: number;
}

/** One match as ripgrep reports it; names and lines that are not UTF-8 come as base64. */
interface RgText {
  text?: string;
  bytes?: string;
}
interface RgMatch {
  type: string;
  data: { path?: RgText; lines?: RgText; line_number?: number };
}

const plain = (value: RgText | undefined) => value?.text ?? Buffer.from(value?.bytes ?? '', 'base64').toString('utf8');

function argumentsFor(request: SearchContentRequest, maxPerFile?: number): string[] {
  return [
    '--json',
    '--no-config',
    '--no-messages',
    '--no-follow',
    '--max-filesize',
    '64M',
    '--max-columns',
    '1000000',
    '--sort',
    'none',
    ...(maxPerFile === undefined ? [] : ['--max-count', String(maxPerFile)]),
    ...(request.regex ? [] : ['--fixed-strings']),
    request.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(request.includePattern ? ['--glob', request.includePattern] : []),
    ...(request.excludePattern ? ['--glob', `!${request.excludePattern}`] : []),
    '--glob',
    '!.zo-tmp-*',
    '--regexp',
    request.query,
    '--',
    '.',
  ];
}

/**
 * Matching lines of files below a folder, found by ripgrep (or, if that is missing, by reading the files).
 * @throws TIMED_OUT after the lines found in time: there may be more
 */
export async function* searchContent(
  tools: Tools,
  request: SearchContentRequest,
  signal: AbortSignal,
): AsyncGenerator<SearchContentResponse> {
  if (request.query === '') throw invalid('There is nothing to search for.');
  if (request.query.includes('\0') || /[\r\n]/.test(request.query)) throw invalid('A search is for one line of text.');
  const limit = Math.min(request.limit || DEFAULT, MAX);
  const tooLong = AbortSignal.timeout(tools.config.searchMs);
  const until = AbortSignal.any([signal, tooLong]);
  const child = await tools.home.inside(request.path, (folder) => start(tools, request, folder.self));
  if (!child) {
    yield* scan(tools.home, request, { limit, until });
    if (tooLong.aborted) throw tookTooLong();
    return;
  }
  const stop = () => child.kill('SIGKILL');
  until.addEventListener('abort', stop, { once: true });
  try {
    const isWhole = yield* matches(child, request, limit);
    if (!isWhole && tooLong.aborted) throw tookTooLong();
  } finally {
    until.removeEventListener('abort', stop);
    stop();
  }
}

/** @returns null when ripgrep is not installed */
async function start(
  { config: { ripgrep, shellEnv: env }, maxPerFile }: Tools,
  request: SearchContentRequest,
  cwd: string,
): Promise<ChildProcess | null> {
  const child = spawn(ripgrep, argumentsFor(request, maxPerFile), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await once(child, 'spawn');
    return child;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns false when ripgrep was killed before it had finished. */
async function* matches(
  child: ChildProcess,
  request: SearchContentRequest,
  limit: number,
): AsyncGenerator<SearchContentResponse, boolean> {
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(0, 2_000)));
  const ended = once(child, 'close') as Promise<[number | null]>;
  let found = 0;
  for await (const { line, cut } of lines(child.stdout as AsyncIterable<Buffer>, MAX_MESSAGE)) {
    if (cut) continue;
    const message = JSON.parse(line.toString('utf8')) as RgMatch;
    if (message.type !== 'match') continue;
    const names = plain(message.data.path)
      .split('/')
      .filter((name) => name !== '.' && name !== '');
    yield matchResponse(request, { names, line: message.data.line_number ?? 0, text: plain(message.data.lines) });
    if (++found >= limit) return true;
  }
  const [code] = await ended;
  // Exit code 1 means that nothing was found, 2 that the pattern or a file was bad.
  if (code === 2 && found === 0 && complaint.includes('regex parse error')) throw invalid(complaint.trim());
  return code !== null;
}
