/** Makes the addresses in an article absolute, and gives its images placeholders. */
import { randomBytes } from 'node:crypto';
import type { PageDocument, PageElement } from './dom.js';
import type { ArticleImage } from './messages.js';

/** Further images stay links to the web. */
const MAX_IMAGES = 50;
const MAX_URL = 2_048;
/** Where pages keep the address of an image that they load only when it is scrolled to. */
const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-hi-res-src'];
const SAFE = new Set(['http:', 'https:']);

function absolute(address: string, base: string, schemes: ReadonlySet<string>): string | null {
  if (address === '' || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return schemes.has(url.protocol) && url.href.length <= MAX_URL ? url.href : null;
}

/** The widest image of a `srcset`. */
function widest(srcset: string): string {
  const candidates = [...srcset.matchAll(/(\S+)(?:\s+([\d.]+)[wx])?\s*(?:,\s+|$)/g)].map(
    ([, address = '', size = '1']) => ({ address: address.replace(/,$/, ''), size: Number(size) }),
  );
  return candidates.reduce((best, next) => (next.size > best.size ? next : best), { address: '', size: 0 }).address;
}

function sourceOf(image: PageElement, base: string): string | null {
  const given = [
    ...LAZY.map((name) => image.getAttribute(name)),
    image.getAttribute('src'),
    widest(image.getAttribute('srcset') ?? image.getAttribute('data-srcset') ?? ''),
  ];
  for (const address of given) {
    const found = absolute(address?.trim() ?? '', base, SAFE);
    if (found) return found;
  }
  return null;
}

/** @returns the images, each address once */
export function resolveAddresses(document: PageDocument, base: string): ArticleImage[] {
  // A page cannot guess it, so it cannot have text that looks like a placeholder.
  const secret = randomBytes(8).toString('hex');
  const images = new Map<string, ArticleImage>();
  for (const image of document.querySelectorAll('img')) {
    const url = sourceOf(image, base);
    for (const name of ['srcset', 'sizes']) image.removeAttribute(name);
    if (!url) image.remove();
    else if (!images.has(url) && images.size >= MAX_IMAGES) image.setAttribute('src', url);
    else {
      const known = images.get(url) ?? { url, placeholder: `image-${secret}-${images.size}` };
      images.set(url, known);
      image.setAttribute('src', known.placeholder);
    }
  }
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const found = absolute(href.trim(), base, new Set([...SAFE, 'mailto:']));
    if (found) link.setAttribute('href', found);
    else link.removeAttribute('href');
  }
  return [...images.values()];
}
