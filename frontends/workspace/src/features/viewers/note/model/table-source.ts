/** A cell of a table row, by offsets in its line; without the spaces around its text. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

/** The cells of a line of a table: separated by pipes that no backslash escapes, with optional outer pipes. */
export function cellsOf(line: string): CellRange[] {
  const pipes: number[] = [];
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '|') pipes.push(at);
  }
  const text = line.trim();
  const end = line.trimEnd().length;
  const bounds = [
    ...(text.startsWith('|') ? [] : [-1]),
    ...pipes,
    ...(pipes.at(-1) === end - 1 && end > 0 ? [] : [line.length]),
  ];
  return bounds.slice(1).map((to, index) => trim(line, bounds[index]! + 1, to));
}

export type Alignment = 'left' | 'center' | 'right';

/** The alignment of each column by the delimiter row; undefined where it has none. */
export const alignmentsOf = (delimiters: string): (Alignment | undefined)[] =>
  cellsOf(delimiters).map(({ from, to }) => {
    const isLeft = delimiters[from] === ':';
    const isRight = delimiters[to - 1] === ':';
    if (isLeft && isRight) return 'center';
    return isRight ? 'right' : isLeft ? 'left' : undefined;
  });

export const delimiterFor = (alignment: Alignment): string => ({ left: ':--', center: ':-:', right: '--:' })[alignment];

function trim(line: string, from: number, to: number): CellRange {
  const text = line.slice(from, to);
  const start = from + (text.length - text.trimStart().length);
  return text.trim() === ''
    ? { from: Math.min(from + 1, to), to: Math.min(from + 1, to) }
    : { from: start, to: start + text.trim().length };
}
