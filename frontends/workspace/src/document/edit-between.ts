/** Part of a text that takes the place of another, at an offset in bytes of UTF-8. */
export interface Edit {
  offset: number;
  found: string;
  replacement: string;
}

/** Shorter texts are sent as a whole, which needs no reading before the save. */
const MIN_LENGTH = 32 * 1024;
/** Bytes of a text that the server makes edits in. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Comparing pieces is much faster than comparing characters. */
const PIECE = 4_096;

/** What changes one text into another; undefined when the whole text has to be sent, or is about as short. */
export function editBetween(base: string, text: string): Edit | undefined {
  if (base.length < MIN_LENGTH || text.length < MIN_LENGTH || isTooLarge(base)) return undefined;
  const shorter = Math.min(base.length, text.length);
  let start = equalLength(shorter, (at, length) => base.slice(at, at + length) === text.slice(at, at + length));
  if (isHigh(base, start - 1)) start--;
  let rest = equalLength(
    shorter - start,
    (at, length) =>
      base.slice(base.length - at - length, base.length - at) ===
      text.slice(text.length - at - length, text.length - at),
  );
  if (isLow(base, base.length - rest)) rest--;
  const found = base.slice(start, base.length - rest);
  const replacement = text.slice(start, text.length - rest);
  if (found.length + replacement.length > text.length / 2) return undefined;
  return { offset: new TextEncoder().encode(base.slice(0, start)).length, found, replacement };
}

// A place of a string takes at most three bytes; most texts need not be encoded to know.
const isTooLarge = (text: string): boolean =>
  text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES;

/** How many characters are equal, as `isEqual` tells for pieces. */
function equalLength(limit: number, isEqual: (at: number, length: number) => boolean): number {
  let at = 0;
  for (let length = PIECE; length >= 1;) {
    if (at + length <= limit && isEqual(at, length)) at += length;
    else length = Math.floor(length / 2);
  }
  return at;
}

// A character beyond the first 65,536 takes two places of a string, of which neither is text by itself.
const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
