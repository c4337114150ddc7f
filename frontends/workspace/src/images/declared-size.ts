import { declaredPixels } from './image-size';
import type { Size } from '../features/viewers/image/zoom';

const NONE: Size = { width: 0, height: 0 };

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  text.length + at <= bytes.length && [...text].every((letter, n) => bytes[at + n] === letter.charCodeAt(0));

const little24 = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);

/** The frame header of a JPEG, which stands behind segments of any number. */
function jpegSize(view: DataView): Size {
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return NONE;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return NONE;
}

function webpSize(view: DataView, bytes: Uint8Array): Size {
  if (startsWith(bytes, 'VP8X', 12)) return { width: little24(view, 24) + 1, height: little24(view, 27) + 1 };
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Width and height that the head of an image declares; 0 when it declares none, as in drawings. */
export function declaredSize(bytes: Uint8Array<ArrayBuffer>): Size {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 32) return NONE;
  if (startsWith(bytes, '\x89PNG')) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (startsWith(bytes, 'GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (startsWith(bytes, '\xff\xd8')) return jpegSize(view);
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return webpSize(view, bytes);
  if (startsWith(bytes, 'BM'))
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  // AVIF has the same boxes as HEIC.
  if (startsWith(bytes, 'ftyp', 4)) return { width: declaredPixels(bytes), height: 1 };
  return NONE;
}
