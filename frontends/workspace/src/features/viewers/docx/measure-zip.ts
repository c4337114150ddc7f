/** Unpacks a zip for its sizes only, so that one which unpacks to too much is refused before a library opens it. */

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** Marks a field that is in a zip64 record, which no document of ours needs. */
const ZIP64 = 0xffff_ffff;

export interface ZipLimits {
  entries: number;
  /** Bytes of all unpacked entries together. */
  bytes: number;
  /** Bytes of all unpacked XML parts together. */
  xmlBytes: number;
}

interface Entry {
  name: string;
  method: number;
  /** Where the local header starts. */
  offset: number;
  compressed: number;
}

/** Refuses a file that is no plain zip, or that is larger than the limits once unpacked. @throws RangeError */
export async function checkZip(bytes: Uint8Array<ArrayBuffer>, limits: ZipLimits): Promise<void> {
  let total = 0;
  let xml = 0;
  for (const entry of entriesOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), limits.entries)) {
    const isXml = /\.(xml|rels)$/i.test(entry.name);
    const left = Math.min(limits.bytes - total, isXml ? limits.xmlBytes - xml : Infinity);
    const size = await unpackedSize(bytes, entry, left);
    total += size;
    if (isXml) xml += size;
  }
}

function entriesOf(view: DataView, maxEntries: number): Entry[] {
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count > maxEntries || start + size !== end) throw new RangeError('not a plain zip');
  const entries: Entry[] = [];
  for (let at = start; entries.length < count;) {
    if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('damaged directory');
    if (view.getUint16(at + 8, true) & ENCRYPTED) throw new RangeError('encrypted');
    const nameBytes = view.getUint16(at + 28, true);
    const entry = {
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes)),
      method: view.getUint16(at + 10, true),
      offset: view.getUint32(at + 42, true),
      compressed: view.getUint32(at + 20, true),
    };
    if (entry.offset === ZIP64 || entry.compressed === ZIP64) throw new RangeError('zip64');
    entries.push(entry);
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) if (view.getUint32(at, true) === END) return at;
  throw new RangeError('no directory');
}

/** @throws RangeError as soon as more than `max` bytes are unpacked */
async function unpackedSize(
  bytes: Uint8Array<ArrayBuffer>,
  { method, offset, compressed }: Entry,
  max: number,
): Promise<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(offset, true) !== LOCAL) throw new RangeError('damaged entry');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = bytes.subarray(start, start + compressed);
  if (packed.length !== compressed) throw new RangeError('cut off');
  if (method !== STORED && method !== DEFLATED) throw new RangeError('unknown compression');
  if (method === STORED || compressed === 0) {
    if (compressed > max) throw new RangeError('too large');
    return compressed;
  }
  let size = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size <= max) continue;
    await reader.cancel();
    throw new RangeError('too large');
  }
  return size;
}
