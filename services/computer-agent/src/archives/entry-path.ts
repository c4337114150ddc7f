import { isUtf8 } from 'node:buffer';
import { checkName } from '../home/names.js';

const MAX_PATH_BYTES = 4_096;
const MAX_DEPTH = 100;

/**
 * The names of an entry from the folder of the extraction downwards; null when it must not or cannot be written. As tar
 * does, an absolute path is taken as a relative one. An empty list is the folder itself.
 */
export function namesOf(path: string): string[] | null {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length > MAX_DEPTH) return null;
  try {
    for (const name of names) checkName(name);
    return names;
  } catch {
    return null;
  }
}

/**
 * Whether a link in a folder of this depth stays in the extraction. Steps upwards count only at its beginning, where
 * they go through real folders; behind a name they could go through another link.
 */
export function staysInside(target: string, depth: number): boolean {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return false;
  if (Buffer.byteLength(target) > MAX_PATH_BYTES || !target.isWellFormed()) return false;
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  const up = names.findIndex((name) => name !== '..');
  const steps = up < 0 ? names.length : up;
  return steps <= depth && !names.slice(steps).includes('..');
}

/** The upper half of code page 437, which zip uses for names unless it says otherwise. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»' +
  '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * Text of a name without a declared encoding: UTF-8 if it is valid, as most programs write, otherwise code page 437.
 */
export function textOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('');
}
