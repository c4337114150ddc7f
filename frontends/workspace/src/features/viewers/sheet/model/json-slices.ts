/** The source of a member of an object. */
export interface Member {
  key: string;
  /** The value as it stands in the text. */
  source: string;
}

const [QUOTE, COMMA, COLON, SPACE] = [34, 44, 58, 32];

/** The index of the next sign that is no space, comma or colon. */
function skipSpace(text: string, at: number): number {
  let next = at;
  for (; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (code > SPACE && code !== COMMA && code !== COLON) break;
  }
  return next;
}

/** The index behind a string that starts at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1;
  for (;;) {
    end = text.indexOf('"', end);
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    end++;
    if (slashes % 2 === 0) return end;
  }
}

const isOpening = (code: number): boolean => code === 91 || code === 123;
/** The signs that matter within arrays and objects: a search by the engine passes all others several times faster. */
const MARKS = /["[\]{}]/g;
const PLAIN = /[^,\]}\s]+/y;

/** The index behind the value that starts at `at`. */
function endOfValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return endOfString(text, at);
  if (!isOpening(first)) {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    return PLAIN.lastIndex;
  }
  let depth = 0;
  for (let end = at; ;) {
    MARKS.lastIndex = end;
    MARKS.test(text);
    const mark = MARKS.lastIndex - 1;
    const code = text.charCodeAt(mark);
    end = code === QUOTE ? endOfString(text, mark) : mark + 1;
    if (code === QUOTE) continue;
    if (isOpening(code)) depth++;
    else if (--depth === 0) return end;
  }
}

/** The sources of the items of an array. The text must be valid JSON. */
export function sliceItems(text: string): string[] {
  const items: string[] = [];
  let at = skipSpace(text, text.indexOf('[') + 1);
  while (text[at] !== ']') {
    const end = endOfValue(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
  }
  return items;
}

/** The sources of the members of an object. The text must be valid JSON. */
export function sliceMembers(text: string): Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] !== '}') {
    const endOfKey = endOfString(text, at);
    const start = skipSpace(text, endOfKey);
    const end = endOfValue(text, start);
    members.push({ key: JSON.parse(text.slice(at, endOfKey)) as string, source: text.slice(start, end) });
    at = skipSpace(text, end);
  }
  return members;
}
