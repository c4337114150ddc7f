/** The handle: a DNS label made of whatever was typed. */

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

/** `Ada Lovelace` → `ada-lovelace`; nothing usable → `you`. Never `xn--…`, never longer than 63. */
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

/** Names that would be mistaken for a part of the product. */
export const isReserved = (handle: string) => RESERVED.has(handle) || handle.startsWith('xn--');

/** `ada` → `ada-2`, `ada-3`, …, still a label. */
export function variant(handle: string, n: number): string {
  const suffix = `-${n}`;
  return handle.slice(0, MAX_LABEL - suffix.length).replace(/-+$/, '') + suffix;
}

/** `?referrer=` lower-cased and stripped to a–z and 0–9, at most 64 of them. */
export const toReferrer = (text: string) =>
  text
    .slice(0, 1_000)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 64);
