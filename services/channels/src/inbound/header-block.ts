/** Whether every parser sees the same fields in the header of a mail. */

const LF = 0x0a;
const CR = 0x0d;
/** RFC 5322 without its obsolete forms. */
const FIELD = /^[!-9;-~]+:/;
const CONTINUATION = /^[ \t]+[^ \t]/;
const FORBIDDEN = /[\0\r]/;
/** Fields of RFC 5322 and MIME that a header has at most once: of two, a parser reads the first or the last. */
const ONCE = new Set([
  'date',
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'bcc',
  'message-id',
  'in-reply-to',
  'references',
  'subject',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-id',
  'content-description',
  'content-disposition',
]);

/** Lines may end with LF alone: parsers agree about that, and some programs send them. */
export function isHeaderBlock(raw: Buffer): boolean {
  const seen = new Set<string>();
  let start = 0;
  while (start < raw.length) {
    const lineFeed = raw.indexOf(LF, start);
    const end = lineFeed === -1 ? raw.length : lineFeed;
    const hasReturn = lineFeed > start && raw[lineFeed - 1] === CR;
    const line = raw.toString('latin1', start, hasReturn ? end - 1 : end);
    if (line === '') return true;
    const isField = FIELD.test(line);
    const isPart = isField || (start > 0 && CONTINUATION.test(line));
    if (!isPart || FORBIDDEN.test(line)) return false;
    const name = isField ? line.slice(0, line.indexOf(':')).toLowerCase() : '';
    if (seen.has(name)) return false;
    if (ONCE.has(name)) seen.add(name);
    start = end + 1;
  }
  return true;
}
