/** Pictures of Zofiles: small bitmaps inside the row. Addresses are refused, because showing one would fetch it. */
const MAX_IMAGE_BYTES = 32 * 1024;
/** In base64, with the head of the address. */
const MAX_IMAGE_CHARS = Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 30;

const DATA = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const STARTS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  jpeg: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff',
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

/** True for a picture whose bytes begin as its type says. */
export function isImage(address: string): boolean {
  if (address.length > MAX_IMAGE_CHARS) return false;
  const [, type, base64] = DATA.exec(address) ?? [];
  if (!type || !base64) return false;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length <= MAX_IMAGE_BYTES && STARTS[type]!(bytes);
}
