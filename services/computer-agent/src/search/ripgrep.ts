/** Runs ripgrep, whose engine is linear in time, and reads what it reports. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { invalid } from '../errors.js';
import type { AgentConfig } from '../config.js';
import { PROGRAM_FOLDERS } from './index/skipped.js';
import { lines } from './lines.js';

const MAX_MESSAGE = 4 * 1024 * 1024;
const MAX_COMPLAINT = 2_000;
/** Bytes of a message in which its path stands. */
const MAX_PATH = 64 * 1024;
const CUT_MATCH = /^\{"type":"match","data":\{"path":(\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\}),/;

/** What is looked for: one line of text or of a pattern. */
export interface Pattern {
  query: string;
  regex: boolean;
  caseSensitive: boolean;
  wholeWord: boolean;
}

/** A text that was found, as a range of bytes of its line. */
export interface Submatch {
  start: number;
  end: number;
}

/** One line that matches. */
export interface LineMatch {
  /** Below the folder that was searched. */
  names: string[];
  line: number;
  /** Of the first byte of the line in the file. */
  offset: number;
  bytes: Buffer;
  found: Submatch[];
  /** The line is longer than what is read of it: it has hits, but they are not known. */
  isCut: boolean;
}

/** Names and lines that are not UTF-8 come as base64. */
interface RgText {
  text?: string;
  bytes?: string;
}
interface RgMessage {
  type: string;
  data: { path?: RgText; lines?: RgText; line_number?: number; absolute_offset?: number; submatches?: Submatch[] };
}

const bytesOf = (value: RgText | undefined) =>
  value?.text === undefined ? Buffer.from(value?.bytes ?? '', 'base64') : Buffer.from(value.text);

/** Names below the searched folder, from a path as ripgrep writes it. */
export const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '.' && name !== '');

/** @throws INVALID for a text that is no line */
export function checkPattern({ query }: Pick<Pattern, 'query'>): void {
  if (query === '') throw invalid('There is nothing to search for.');
  if (query.includes('\0') || /[\r\n]/.test(query)) throw invalid('A search is for one line of text.');
}

export const COMMON = [
  '--no-config',
  '--no-messages',
  '--no-follow',
  '--max-filesize',
  '64M',
  '--max-columns',
  '1000000',
  '--glob',
  '!.zo-tmp-*',
];

/** Leaves out what is never looked at, so that it is not read. */
export const WITHOUT_PROGRAMS = [...PROGRAM_FOLDERS].flatMap((name) => ['--glob', `!${name}`]);

/** The arguments that say what to look for; the last ones of a command. */
export const patternArguments = ({ query, regex, caseSensitive, wholeWord }: Pattern): string[] => [
  ...(regex ? [] : ['--fixed-strings']),
  ...(wholeWord ? ['--word-regexp'] : []),
  caseSensitive ? '--case-sensitive' : '--ignore-case',
  '--regexp',
  query,
  '--',
  '.',
];

/** Only files with one of these extensions; without any, all files. */
export const extensionArguments = (extensions: readonly string[]): string[] => {
  const plain = extensions.filter((extension) => /^[a-z0-9]+$/.test(extension));
  return extensions.length === 0 ? [] : ['--iglob', `*.{${plain.join(',')}}`];
};

/** Starts ripgrep in a folder. @returns null when it is not installed */
export async function startRipgrep(
  { ripgrep, shellEnv: env }: Pick<AgentConfig, 'ripgrep' | 'shellEnv'>,
  args: readonly string[],
  cwd: string,
): Promise<ChildProcess | null> {
  const child = spawn(ripgrep, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await once(child, 'spawn');
    return child;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What ripgrep says about a pattern, as one sentence. */
function sentenceOf(complaint: string): string {
  const [, reason] = /(?:^|\n)error: (.+)/.exec(complaint) ?? [];
  const plain = reason ?? complaint.trim().split('\n').at(-1) ?? '';
  return `The pattern is not valid: ${plain.replace(/^rg: /, '').replace(/\.$/, '')}.`;
}

/**
 * Lines of the output of ripgrep until it ends; of a very long one only the beginning. Its value is false when it was
 * killed before it had finished.
 * @throws INVALID with its reason when the pattern is not valid
 */
export async function* outputOf(child: ChildProcess): AsyncGenerator<{ line: Buffer; cut: boolean }, boolean> {
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(0, MAX_COMPLAINT)));
  const ended = once(child, 'close') as Promise<[number | null]>;
  let isEmpty = true;
  for await (const part of lines(child.stdout as AsyncIterable<Buffer>, MAX_MESSAGE)) {
    isEmpty = false;
    yield part;
  }
  const [code] = await ended;
  // Exit code 1 means that nothing was found, 2 that the pattern or a file was bad; files are not complained about.
  if (code === 2 && complaint !== '' && isEmpty) throw invalid(sentenceOf(complaint));
  return code !== null;
}

function matchOf({ type, data }: RgMessage): LineMatch | undefined {
  if (type !== 'match') return undefined;
  return {
    names: namesOf(bytesOf(data.path).toString('utf8')),
    line: data.line_number ?? 0,
    offset: data.absolute_offset ?? 0,
    bytes: bytesOf(data.lines),
    found: (data.submatches ?? []).map(({ start, end }) => ({ start, end })),
    isCut: false,
  };
}

/** The path stands at the beginning of a message, before the line that makes it too long. */
function cutMatchOf(beginning: Buffer): LineMatch | undefined {
  const [, path] = CUT_MATCH.exec(beginning.toString('utf8', 0, MAX_PATH)) ?? [];
  if (path === undefined) return undefined;
  const names = namesOf(bytesOf(JSON.parse(path) as RgText).toString('utf8'));
  return { names, line: 0, offset: 0, bytes: Buffer.alloc(0), found: [], isCut: true };
}

/** Matching lines from the output of `--json`, at most `limit`. False at the end as with `outputOf`. */
export async function* matchesOf(child: ChildProcess, limit = Infinity): AsyncGenerator<LineMatch, boolean> {
  const output = outputOf(child);
  let found = 0;
  for (;;) {
    const next = await output.next();
    if (next.done) return next.value;
    const { line, cut } = next.value;
    const match = cut ? cutMatchOf(line) : matchOf(JSON.parse(line.toString('utf8')) as RgMessage);
    if (!match) continue;
    yield match;
    if (++found >= limit) return true;
  }
}

/** Kills a child when the signal is aborted; returns what ends that, and the child. */
export function killOn(signal: AbortSignal, child: ChildProcess): () => void {
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return () => {
    signal.removeEventListener('abort', stop);
    stop();
  };
}
