/** Every place of a text in the files below a folder, and what it would be replaced by. */
import { isUtf8 } from 'node:buffer';
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  FindHitsResponseSchema,
  HitSchema,
  NotReplaceable,
  PathSchema,
  type FindHitsRequest,
  type FindHitsResponse,
  type Hit,
  type Path,
} from '@zo/proto/agent/v1';
import { agentError, invalid } from '../errors.js';
import { yieldToEventLoop } from '../files/calls.js';
import { read } from '../files/read.js';
import { namesBelowHome } from '../home/names.js';
import { tookTooLong } from './content.js';
import { foldersOf } from './exact.js';
import type { FindTools } from './found.js';
import { excerpt, indentOf, type Mark } from './index/marks.js';
import { hitArguments, type HitSearch, wantedFiles } from './hit-search.js';
import { largeFilesWith, MAX_FILE } from './large-files.js';
import { rangesOf, textOf } from './line-ranges.js';
import { replacementsOf, type Replacements } from './replacements.js';
import { checkPattern, killOn, type LineMatch, matchesOf, startRipgrep } from './ripgrep.js';

const MAX_HITS = 10_000;
const MAX_FOUND = 1_000;
const MAX_REPLACEMENT = 2_000;
const MAX_EXTENSIONS = 200;
/** About the bytes that the hits of one file, and of all files, take on the wire. */
const MAX_FILE_WEIGHT = 768 * 1024;
const MAX_WEIGHT = 3 * 1024 * 1024;
/** Bytes of a message beside its path and its hits. */
const FILE_WEIGHT = 160;
const BOM_BYTES = 3;

/** @throws INVALID, TIMED_OUT: nothing is replaced that was not shown */
export async function* findHits(
  tools: FindTools,
  request: FindHitsRequest,
  signal: AbortSignal,
): AsyncGenerator<FindHitsResponse> {
  checkPattern(request);
  if (request.path) namesBelowHome(request.path);
  if (request.extensions.length > MAX_EXTENSIONS) throw invalid('These are too many kinds of files.');
  if (/[\0\r\n]/.test(request.replacement)) throw invalid('A replacement is one line of text.');
  await tools.watcher.whole();
  const tooLong = AbortSignal.timeout(tools.config.searchMs);
  const until = AbortSignal.any([signal, tooLong]);
  let left = Math.min(request.limit || MAX_HITS, MAX_HITS);
  let room = MAX_WEIGHT;
  for (const path of foldersOf(request.path)) {
    const search = { request, path, until, left };
    const texts = request.regex && request.replacement.includes('$') ? await replacementsOf(tools, search) : null;
    for await (const file of linesByFile(tools, search)) {
      const message = await hitsOf(tools, { ...search, left, file, texts });
      if (until.aborted) throw tookTooLong();
      // One more is looked for, so that it is known whether there are more.
      room -= message.hits.reduce((sum, hit) => sum + weightOf(hit), weightOfFile(file.path));
      if (message.hits.length > left || room < 0) {
        message.hits.length = Math.min(message.hits.length, left);
        if (left > 0 && room > 0) yield message;
        yield create(FindHitsResponseSchema, { more: true });
        return;
      }
      left -= message.hits.length;
      if (message.hits.length > 0 || message.why !== NotReplaceable.UNSPECIFIED) yield message;
    }
    if (until.aborted) throw tookTooLong();
    for (const large of await largeFilesWith(tools, search))
      yield create(FindHitsResponseSchema, { path: large, why: NotReplaceable.TOO_LARGE });
  }
  yield create(FindHitsResponseSchema, { more: false });
}

interface FileLines {
  path: Path;
  lines: LineMatch[];
}

/** A pattern may also match nothing, which is no hit. */
const hasHits = ({ isCut, found }: LineMatch) => isCut || found.some(({ start, end }) => start < end);

/** Files that match, with their lines; a file whose time does not fit is passed over. */
async function* linesByFile(tools: FindTools, search: HitSearch): AsyncGenerator<FileLines> {
  const { path, until, left } = search;
  const args = ['--json', ...hitArguments(search)];
  const child = await tools.home.inside(path, (folder) => startRipgrep(tools.config, args, folder.self));
  if (!child) throw agentError(ErrorReason.PROGRAM_MISSING, 'Replacing needs ripgrep on the computer.');
  const end = killOn(until, child);
  const isWanted = wantedFiles(tools.watcher, search);
  let file: FileLines | null = null;
  let name = '';
  try {
    // Whoever asks ends this when it has enough: what is left out must not end it.
    for await (const match of matchesOf(child)) {
      const segments = [...path.segments, ...match.names];
      if (name !== segments.join('/')) {
        if (file) yield file;
        name = segments.join('/');
        file = isWanted(match.names) ? { path: create(PathSchema, { root: path.root, segments }), lines: [] } : null;
      }
      // Each of these lines has a hit at least.
      if (file && file.lines.length <= left && hasHits(match)) file.lines.push(match);
    }
    if (file) yield file;
  } finally {
    end();
  }
}

interface FileSearch extends HitSearch {
  file: FileLines;
  texts: Replacements | null;
}

/** Reads the file and keeps the hits that are in these very bytes, at most one more than are left. */
async function hitsOf({ home }: FindTools, { request, file, texts, ...search }: FileSearch): Promise<FindHitsResponse> {
  const { path, lines } = file;
  const leftOut = (why: NotReplaceable) => create(FindHitsResponseSchema, { path, why });
  if (lines.some(({ isCut }) => isCut)) return leftOut(NotReplaceable.TOO_LARGE);
  const whole = await read(home, path, MAX_FILE).catch(() => null);
  if (!whole) return leftOut(NotReplaceable.CHANGED);
  const content = Buffer.from(whole.content.buffer, whole.content.byteOffset, whole.content.length);
  if (!isUtf8(content)) return leftOut(NotReplaceable.NOT_TEXT);
  const hits: Hit[] = [];
  const all = () => create(FindHitsResponseSchema, { path, version: whole.version!, hits });
  let bytes = 0;
  for (const match of lines) {
    await yieldToEventLoop();
    const offset = offsetOf(content, match);
    const filled = texts ? texts.of(match) : match.found.map(() => request.replacement);
    if (offset === undefined || !filled) return leftOut(NotReplaceable.CHANGED);
    for (const hit of hitsOfLine(match, offset, filled)) {
      bytes += weightOf(hit);
      if (bytes > MAX_FILE_WEIGHT || isTooLong(hit)) return leftOut(NotReplaceable.TOO_LARGE);
      if (hits.push(hit) > search.left) return all();
    }
    if (search.until.aborted) break;
  }
  return all();
}

/** About its bytes in a message. */
const weightOf = ({ found, replacement, text }: Hit) =>
  Buffer.byteLength(found) + Buffer.byteLength(replacement) + Buffer.byteLength(text) + 40;
const weightOfFile = ({ segments }: Path) =>
  segments.reduce((sum, name) => sum + Buffer.byteLength(name) + 2, FILE_WEIGHT);
const isTooLong = ({ found, replacement }: Hit) =>
  Buffer.byteLength(found) > MAX_FOUND || Buffer.byteLength(replacement) > MAX_REPLACEMENT;

/** Where the line is in the content; undefined when it is not there any more. */
function offsetOf(content: Buffer, { offset, bytes }: LineMatch): number | undefined {
  // ripgrep leaves out a byte order mark, but counts it or not depending on the way it reads.
  return [offset, offset + BOM_BYTES].find((at) => content.subarray(at, at + bytes.length).equals(bytes));
}

/** The hits of one line, in its order. A line may have very many: whoever asks stops when there are enough. */
function* hitsOfLine(match: LineMatch, offset: number, filled: readonly string[]): Generator<Hit> {
  const whole = textOf(match);
  const indent = indentOf(whole);
  const ranges = rangesOf(match);
  for (const [at, { start, end }] of match.found.entries()) {
    const range = ranges.next().value as Mark;
    if (start >= end) continue;
    const { text, marks } = excerpt(whole, range.from < range.to ? [range] : [], indent);
    yield create(HitSchema, {
      line: match.line,
      offset: BigInt(offset + start),
      found: match.bytes.toString('utf8', start, end),
      replacement: filled[at]!,
      text,
      ...(marks[0] && { mark: { start: marks[0].from, end: marks[0].to } }),
    });
  }
}
