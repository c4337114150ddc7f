// Reads files of an EPUB, which is a zip. No file may unpack to more than its limit, nor all that are read together.
const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 20_000;
const MAX_ENTRY_BYTES = 16 * 1024 * 1024;
const MAX_READ_BYTES = 512 * 1024 * 1024;

class BookError extends Error {}

globalThis.BookError = BookError;

globalThis.Zip = class Zip {
  #view;
  #entries = new Map();
  #left = MAX_READ_BYTES;

  /** @throws BookError, RangeError */
  constructor(buffer) {
    const view = new DataView(buffer);
    let end = view.byteLength - 22;
    while (end >= 0 && end > view.byteLength - 66_000 && view.getUint32(end, true) !== END) end--;
    if (end < 0 || view.getUint32(end, true) !== END) throw new BookError('damaged');
    const count = view.getUint16(end + 10, true);
    if (count > MAX_ENTRIES) throw new BookError('too-large');
    for (let n = 0, at = view.getUint32(end + 16, true); n < count; n++) {
      if (view.getUint32(at, true) !== CENTRAL) throw new BookError('damaged');
      const length = view.getUint16(at + 28, true);
      this.#entries.set(new TextDecoder().decode(new Uint8Array(buffer, at + 46, length)), {
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        offset: view.getUint32(at + 42, true),
      });
      at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    this.#view = view;
  }

  has(name) {
    return this.#entries.has(name);
  }

  /** @throws BookError for a name that is not there, is damaged or unpacks to too much */
  async bytes(name) {
    const entry = this.#entries.get(name);
    if (!entry || this.#view.getUint32(entry.offset, true) !== LOCAL) throw new BookError('damaged');
    const start =
      entry.offset + 30 + this.#view.getUint16(entry.offset + 26, true) + this.#view.getUint16(entry.offset + 28, true);
    const packed = new Uint8Array(this.#view.buffer, start, entry.packed);
    if (entry.method !== 0 && entry.method !== 8) throw new BookError('damaged');
    const max = Math.min(MAX_ENTRY_BYTES, this.#left);
    const bytes = entry.method === 0 ? packed : await inflate(packed, max);
    if (bytes.length > max) throw new BookError('too-large');
    this.#left -= bytes.length;
    return bytes;
  }

  async text(name) {
    const bytes = await this.bytes(name);
    const encoding = bytes[0] === 0xfe ? 'utf-16be' : bytes[0] === 0xff ? 'utf-16le' : 'utf-8';
    return new TextDecoder(encoding).decode(bytes);
  }
};

async function inflate(packed, max) {
  const parts = [];
  let size = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > max) {
      await reader.cancel();
      throw new BookError('too-large');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
