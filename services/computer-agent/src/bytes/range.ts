export interface Span {
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

const MAX_HEADER = 200;

/**
 * The part of a file a Range header asks for.
 * @returns null for the whole file (no header, unknown unit, malformed, more than one range), 'unsatisfiable' for 416
 */
export function parseRange(header: string | undefined, size: number): Span | null | 'unsatisfiable' {
  if (!header || header.length > MAX_HEADER) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
