/** Reads the objects of a JSON array one after the other: an export may be larger than the memory of a process. */

/** Of one chat: it is parsed at once, which others wait for. The longest have a few megabytes. */
const MAX_ELEMENT_BYTES = 16 * 1024 * 1024;
/** Objects and lists of one chat, which take many times the memory of their text. A message has about ten. */
const MAX_VALUES = 200_000;
const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...'"\\{}[]'].map((sign) => sign.charCodeAt(0));

/** The text is no array of objects. */
export class NoListError extends Error {}

/** An object by itself as a list of one: a chat that was saved alone is no list. */
export async function* asList(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isAlone: boolean | undefined;
  for await (const block of blocks) {
    const first = isAlone === undefined ? block.find((sign) => !isBlank(sign)) : undefined;
    if (first !== undefined) isAlone = first === OPEN;
    if (first === OPEN) yield Buffer.from('[');
    yield block;
  }
  if (isAlone) yield Buffer.from(']');
}

/** Yields the text of each object; undefined for one that is too large. @throws NoListError */
export async function* elementsOf(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  let kept: Buffer[] = [];
  let bytes = 0;
  let values = 0;
  let hasBegun = false;
  for await (const block of blocks) {
    // Where the object begins in this block; 0 for one that began before.
    let from = depth > 1 ? 0 : -1;
    for (let at = 0; at < block.length; at++) {
      const sign = block[at];
      if (isQuoted) {
        if (isEscaped) isEscaped = false;
        else if (sign === BACKSLASH) isEscaped = true;
        else if (sign === QUOTE) isQuoted = false;
        continue;
      }
      if (sign === QUOTE) isQuoted = true;
      else if (sign === OPEN || sign === OPEN_LIST) {
        if (depth === 0 && (hasBegun || sign !== OPEN_LIST)) throw new NoListError();
        hasBegun = true;
        depth++;
        values++;
        if (depth === 2) [from, values] = [at, 1];
      } else if (sign === CLOSE || sign === CLOSE_LIST) {
        depth--;
        if (depth < 0) throw new NoListError();
        if (depth !== 1) continue;
        const isWhole = bytes + at + 1 - from <= MAX_ELEMENT_BYTES && values <= MAX_VALUES;
        yield isWhole ? Buffer.concat([...kept, block.subarray(from, at + 1)]).toString() : undefined;
        [kept, bytes, from] = [[], 0, -1];
      } else if (depth === 0 && !isBlank(sign!)) throw new NoListError();
    }
    if (from < 0) continue;
    bytes += block.length - from;
    // The block is used again.
    if (bytes <= MAX_ELEMENT_BYTES) kept.push(Buffer.from(block.subarray(from)));
    else kept = [];
  }
  if (!hasBegun || depth !== 0) throw new NoListError();
}

/** White space, and the mark at the beginning of a file that says how it is encoded. */
const isBlank = (sign: number): boolean => [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(sign);
