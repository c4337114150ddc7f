/** Whether every parser sees the same fields in the header of a mail. */

const LF = 0x0a;
const CR = 0x0d;
/** RFC 5322 without its obsolete forms. */
const FIELD = /^[!-9;-~]+:/;
const CONTINUATION = /^[ \t]+[^ \t]/;
const FORBIDDEN = /[\0\r]/;

/** Lines may end with LF alone: parsers agree about that, and some programs send them. */
export function isHeaderBlock(raw: Buffer): boolean {
  let start = 0;
  while (start < raw.length) {
    const lineFeed = raw.indexOf(LF, start);
    const end = lineFeed === -1 ? raw.length : lineFeed;
    const hasReturn = lineFeed > start && raw[lineFeed - 1] === CR;
    const line = raw.toString('latin1', start, hasReturn ? end - 1 : end);
    if (line === '') return true;
    const isPart = FIELD.test(line) || (start > 0 && CONTINUATION.test(line));
    if (!isPart || FORBIDDEN.test(line)) return false;
    start = end + 1;
  }
  return true;
}
