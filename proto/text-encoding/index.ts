/**
 * Text in UTF-16, told by its first bytes. The agent and the browser use one rule, so that a file that is shown as text
 * is also found and read as a table.
 */

export type ByteOrder = 'le' | 'be';

/** Bytes from which the order is told. */
export const SAMPLE_BYTES = 4_096;

/** No character of a text: controls, and numbers that no script uses. */
const NO_TEXT = /[^\P{Cc}\t\n\f\r]|\p{Cn}|\p{Co}/u;

/**
 * The order of the bytes of a text in UTF-16; undefined for any other bytes. Without a mark, both orders are tried: a
 * text has only characters that exist, and most of them are of one script, whose numbers begin alike.
 */
export function byteOrderOf(bytes: Uint8Array): ByteOrder | undefined {
  const isUtf32 = bytes[2] === 0 && bytes[3] === 0;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return isUtf32 ? undefined : 'le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // Text in another encoding has no zero bytes; in UTF-16 spaces and line ends have one.
  if (sample.length % 2 === 1 || !sample.includes(0) || isAsciiWithZeros(sample)) return undefined;
  const le = scriptsIn(sample, 'le');
  const be = scriptsIn(sample, 'be');
  return le === be ? undefined : le < be ? 'le' : 'be';
}

/** ASCII text in which few bytes are zero. In UTF-16, each second byte of such a text is. */
function isAsciiWithZeros(sample: Uint8Array): boolean {
  const zeros = sample.filter((byte) => byte === 0).length;
  const printable = sample.filter((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13)).length;
  return zeros + printable === sample.length && zeros < sample.length / 4;
}

/** How many blocks of 256 numbers the characters are from; endless when the bytes are no text in this order. */
function scriptsIn(sample: Uint8Array, order: ByteOrder): number {
  try {
    const text = new TextDecoder(`utf-16${order}`, { fatal: true }).decode(sample, { stream: true });
    if (NO_TEXT.test(text)) return Infinity;
    const high = sample.filter((_byte, index) => index % 2 === (order === 'be' ? 0 : 1));
    return new Set(high).size;
  } catch {
    return Infinity;
  }
}
