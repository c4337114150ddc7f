/** HEIC: decoded images of this many pixels take 400 MB. */
export const MAX_PIXELS = 100_000_000;

const PROPERTY = [0x69, 0x73, 0x70, 0x65]; // 'ispe'
const MAX_HEAD_BYTES = 1024 * 1024;

/** Pixels of the largest image that the head of a HEIC file declares; 0 when it declares none. */
export function declaredPixels(bytes: Uint8Array<ArrayBuffer>): number {
  const head = bytes.subarray(0, MAX_HEAD_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let largest = 0;
  // Its name, version and flags, width, height.
  for (let at = head.indexOf(PROPERTY[0]!); at >= 0 && at + 16 <= head.length; at = head.indexOf(PROPERTY[0]!, at + 1))
    if (PROPERTY.every((byte, index) => head[at + index] === byte))
      largest = Math.max(largest, view.getUint32(at + 8) * view.getUint32(at + 12));
  return largest;
}
