import { inflateRawSync } from 'node:zlib';

const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
const MAX_COMMENT = 65_535;
const DEFLATED = 8;

export class UnpackedSizeError extends Error {
  constructor(readonly problem: 'damaged' | 'too large') {
    super(`The zip file is ${problem}.`);
  }
}

/**
 * Unpacks a zip file only to see that it is not larger than that: what its headers say may be untrue.
 * @throws UnpackedSizeError when it is larger, or damaged
 */
export function checkUnpackedSize(zip: Buffer, maxBytes: number): void {
  let left = maxBytes;
  for (const packed of packedEntries(zip)) {
    try {
      left -= packed.isDeflated ? inflateRawSync(packed.bytes, { maxOutputLength: left }).length : packed.bytes.length;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') left = 0;
      else throw damaged();
    }
    if (left <= 0) throw new UnpackedSizeError('too large');
  }
}

const damaged = () => new UnpackedSizeError('damaged');

function* packedEntries(zip: Buffer): Generator<{ bytes: Buffer; isDeflated: boolean }> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end < zip.length - END_BYTES - MAX_COMMENT || end + END_BYTES > zip.length) throw damaged();
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const size = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    if (local + LOCAL_BYTES > zip.length) throw damaged();
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (start + size > zip.length) throw damaged();
    yield { bytes: zip.subarray(start, start + size), isDeflated: zip.readUInt16LE(at + 10) === DEFLATED };
    at += ENTRY_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}
