/** The handle: a DNS label derived from any text. */

const RESERVED = new Set([
  'www',
  'api',
  'admin',
  'mail',
  'root',
  'app',
  'sites',
  'content',
  'status',
  'support',
  'help',
  'blog',
  'docs',
  'zo',
  'all',
]);
const MAX_LABEL = 63;

/** `Ada Lovelace` → `ada-lovelace`; no usable character → `you`. At most 63 characters, never `xn--…`. */
export function toHandle(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
  const label = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LABEL)
    .replace(/^-+|-+$/g, '');
  return label === '' ? 'you' : label;
}

/** Names that could be mistaken for a part of the product, and internationalised names. */
export const isReserved = (handle: string) => RESERVED.has(handle) || handle.startsWith('xn--');

/** `ada` → `ada-2`, `ada-3`, …, shortened to remain a label. */
export function variant(handle: string, n: number): string {
  const suffix = `-${n}`;
  return handle.slice(0, MAX_LABEL - suffix.length).replace(/-+$/, '') + suffix;
}

/** Normalises `?referrer=` to at most 64 characters of a–z and 0–9. */
export const toReferrer = (text: string) =>
  text
    .slice(0, 1_000)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 64);
