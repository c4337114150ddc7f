/** What a computer says it has found, checked and bounded: counts, lengths, and ranges within their text. */
import type { FindResponse, FoundFile, FoundLine, TextRange } from '@zo/proto/agent/v1';
import { fromAgentPath, sanitiseAmount, sanitiseText } from '@zo/computer-client';
import type { FindAnswer, FindQuery, Found } from './find.dto.js';

const MAX_TOTAL = 1_000;
const MAX_TEXT = 300;
const MAX_MARKS = 20;
const MAX_SEGMENTS = 2_048;
const MAX_PATH = 4_096;
const MAX_TIME_MS = 8_640_000_000_000_000;

/** A path that a file can have. */
export const isFoundPath = ({ path }: Pick<FoundFile, 'path'>): boolean =>
  path !== undefined &&
  path.segments.length > 0 &&
  path.segments.length <= MAX_SEGMENTS &&
  path.segments.reduce((length, name) => length + name.length + 1, 0) <= MAX_PATH &&
  path.segments.every((name) => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name));

/** Ranges in order and without overlaps, inside of the text; others are left out. */
function presentMarks(ranges: readonly TextRange[], { length }: string): [number, number][] {
  const marks: [number, number][] = [];
  for (const { start, end } of ranges.slice(0, MAX_MARKS))
    if (start >= (marks.at(-1)?.[1] ?? 0) && start < end && end <= length) marks.push([start, end]);
  return marks;
}

function presentLine({ line, text, marks }: FoundLine) {
  const shown = sanitiseText(text, MAX_TEXT).toWellFormed();
  return { line: sanitiseAmount(line), text: shown, marks: presentMarks(marks, shown) };
}

function presentFile(file: FoundFile, { lines }: FindQuery): Found {
  const location = fromAgentPath(file.path);
  return {
    ...location,
    isDirectory: file.directory,
    mtime: sanitiseAmount(file.mtimeMs, MAX_TIME_MS),
    size: sanitiseAmount(file.size),
    nameMarks: presentMarks(file.nameMarks, location.path.at(-1)!),
    lines: file.lines.slice(0, lines).map(presentLine),
    isExact: file.exact,
  };
}

/** The answer to a search; entries with an impossible path are left out. */
export function presentFound(answer: FindResponse, query: FindQuery): FindAnswer {
  const { files, total, incomplete: isIncomplete, timedOut: isTimedOut } = answer;
  const results = files
    .slice(0, query.limit)
    .filter(isFoundPath)
    .map((file) => presentFile(file, query));
  const counted = Math.max(results.length, sanitiseAmount(total, MAX_TOTAL));
  return { results, total: counted, isIncomplete, isTimedOut };
}
