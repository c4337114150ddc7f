/**
 * Decides by content what may be shown on the app's own origin: images, audio, video and plain text. Everything else is
 * a download, whatever its name says.
 */
import { fileTypeFromBuffer } from 'file-type';
import { isTextKind, type Kind, kindOf } from '@zo/proto/file-kind';

const RASTER = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
]);
const NEVER = new Set<Kind>(['binary', 'pdf', 'ebook', 'docx', 'excel', 'sqlite', 'heic']);
export const SVG = 'image/svg+xml';
const SVG_NAME = /\.svg$/i;
/** The first element, after XML declaration, comments and doctype. */
const SVG_START = /^\ufeff?\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!doctype\s[^>[]*>\s*)*<(?:svg:)?svg[\s>]/i;
/** Bytes read from the start of a file to detect its type. */
export const SNIFF_BYTES = 4_100;

/** False if the name already rules out inline display, which saves reading the content. */
export const mayBeInline = (name: string) => !NEVER.has(kindOf(name));

/**
 * Returns the media type for inline display, or undefined for a download. `SVG` may only be shown as an image in a
 * page.
 */
export async function inlineType(name: string, head: Uint8Array): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (SVG_NAME.test(name)) return isSvg(head) && (!found || found === 'application/xml') ? SVG : undefined;
  if (found) return RASTER.has(found) || found.startsWith('audio/') || found.startsWith('video/') ? found : undefined;
  return isTextKind(kindOf(name)) || kindOf(name) === 'unknown' ? textType(head) : undefined;
}

const textType = (head: Uint8Array) => (head.includes(0) ? undefined : 'text/plain; charset=utf-8');

const isSvg = (head: Uint8Array) => !head.includes(0) && SVG_START.test(new TextDecoder().decode(head));
