const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

export interface RowSyntax {
  /** Byte between two cells. */
  separator: number;
  /** A cell in quotes may contain separators and line breaks. */
  quotes: boolean;
  /** Empty rows count too, as lines of a text do. */
  keepsEmpty: boolean;
}

/** Where a scan has ended: behind the last whole row, and whether a quote was open at the end of the bytes. */
export interface ScanEnd {
  position: number;
  isInQuotes: boolean;
}

/**
 * Finds the rows in bytes that begin with a row, and calls `onRow` with each without its line break; empty ones
 * only if they are kept.
 * A quote opens a cell only at its beginning: in the middle it is text, as in `5" pipe`. What follows the last line
 * break is a row only if `isLast`.
 */
export function scanRows(
  bytes: Buffer,
  { separator, quotes, keepsEmpty, isLast }: RowSyntax & { isLast: boolean },
  onRow: (start: number, end: number) => void,
): ScanEnd {
  const { length } = bytes;
  const emit = (from: number, lineEnd: number) => {
    const end = lineEnd > from && bytes[lineEnd - 1] === RETURN ? lineEnd - 1 : lineEnd;
    if (end > from || keepsEmpty) onRow(from, end);
  };
  let start = 0;
  let at = 0;
  let quote = quotes ? bytes.indexOf(QUOTE) : -1;
  let newline = -2;
  for (;;) {
    if (newline !== -1 && newline < at) newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? length : newline;
    while (quote !== -1 && quote < at) quote = bytes.indexOf(QUOTE, at);
    if (quote !== -1 && quote < end) {
      const before = quote === start ? NEWLINE : bytes[quote - 1];
      if (before !== separator && before !== NEWLINE) {
        at = quote + 1;
        quote = bytes.indexOf(QUOTE, at);
        continue;
      }
      let close = bytes.indexOf(QUOTE, quote + 1);
      while (close !== -1 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
      // At the end of a block it is unknown whether a second quote follows.
      if (close === -1 || (close === length - 1 && !isLast)) return { position: start, isInQuotes: close === -1 };
      at = close + 1;
      quote = bytes.indexOf(QUOTE, at);
      continue;
    }
    if (newline === -1) break;
    emit(start, newline);
    start = at = newline + 1;
  }
  if (isLast && start < length) {
    emit(start, length);
    start = length;
  }
  return { position: start, isInQuotes: false };
}
