/** What the head of an image says about itself, before anything of it is unpacked. */
export interface Dimensions {
  readonly format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heic';
  readonly width: number;
  readonly height: number;
}

/** @returns undefined when it is none of these formats, or its head is damaged */
export function dimensionsOf(bytes: Buffer): Dimensions | undefined {
  try {
    if (bytes.readUInt16BE(0) === 0xffd8) return jpeg(bytes);
    if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n')
      return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)))
      return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    if (bytes.toString('latin1', 4, 8) === 'ftyp') return heic(bytes);
    const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
    return isWebp ? webp(bytes) : undefined;
  } catch {
    // It ends within its head.
    return undefined;
  }
}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const MAX_HEIC_HEAD = 1024 * 1024;

/** The largest image that its head declares: a large one is made of many small ones. */
function heic(bytes: Buffer): Dimensions | undefined {
  if (!HEIC_BRANDS.has(bytes.toString('latin1', 8, 12))) return undefined;
  const head = bytes.subarray(0, MAX_HEIC_HEAD);
  let found: Dimensions | undefined;
  // Its name, version and flags, width, height.
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
    if (!found || width * height > found.width * found.height) found = { format: 'heic', width, height };
  }
  return found;
}

const JPEG_FRAME = /^(c[0-3]|c[5-7]|c[9-b]|c[d-f])$/;

/** Goes from marker to marker until the one with the size of the image. */
function jpeg(bytes: Buffer): Dimensions | undefined {
  for (let at = 2; bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at++;
    else if (JPEG_FRAME.test(marker.toString(16)))
      return { format: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webp(bytes: Buffer): Dimensions | undefined {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X')
    return { format: 'webp', width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8 ')
    return { format: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { format: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
