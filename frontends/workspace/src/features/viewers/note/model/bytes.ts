/**
 * Text of a file and back without loss: a byte that is not UTF-8 becomes a lone surrogate (U+DC80 to U+DCFF), which
 * browsers show as a replacement character.
 */
const ESCAPE = 0xdc00;

/** @returns undefined for UTF-16, which notes do not support */
export function decode(bytes: Uint8Array): string | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodeLossless(bytes);
  }
}

function decodeLossless(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  let valid = 0;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(decoder.decode(bytes.subarray(valid, at)), String.fromCharCode(ESCAPE + bytes[at]!));
    at++;
    valid = at;
  }
  parts.push(decoder.decode(bytes.subarray(valid)));
  return parts.join('');
}

/** Length of the UTF-8 sequence at a position; 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length === 0 || first > 0xf4 || at + length > bytes.length) return 0;
  for (let n = 1; n < length; n++) if ((bytes[at + n]! & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1]!;
  const isOverlong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  const isTooLarge = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
  return isOverlong || isTooLarge ? 0 : length;
}

export function encode(text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  if (text.isWellFormed()) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A surrogate pair is skipped as a whole, so that its second half is not taken for an escaped byte.
    if (code >= 0xd800 && code <= 0xdbff && isLow(text.charCodeAt(at + 1))) at++;
    else if (code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff) {
      parts.push(encoder.encode(text.slice(start, at)), Uint8Array.of(code - ESCAPE));
      start = at + 1;
    }
  }
  parts.push(encoder.encode(text.slice(start)));
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;
