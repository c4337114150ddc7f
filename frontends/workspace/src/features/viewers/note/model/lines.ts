const LINE_END = /\r\n|\n|\r/g;

export interface Lines {
  readonly lines: string[];
  /** End of each line as written; that of the last line is ''. */
  readonly eols: string[];
  /** The most frequent end. */
  readonly eol: string;
}

export function splitLines(text: string): Lines {
  const lines: string[] = [];
  const eols: string[] = [];
  const counts = new Map<string, number>();
  let start = 0;
  for (const { 0: end, index } of text.matchAll(LINE_END)) {
    lines.push(text.slice(start, index));
    eols.push(end);
    counts.set(end, (counts.get(end) ?? 0) + 1);
    start = index + end.length;
  }
  lines.push(text.slice(start));
  eols.push('');
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { lines, eols, eol: most?.[0] ?? '\n' };
}

/** Offset of the first character of each line, when lines are joined by one character. */
export function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

/** The line of an offset, by binary search. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
