import { parentOf, rawHref, type Location } from '@zo/web/paths';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether an address leads out of the files of the user. */
export const isExternal = (url: string): boolean => SCHEME.test(url) || url.startsWith('//');

/** The address of a page elsewhere; undefined for schemes that could run code or read files. */
export const externalHref = (url: string): string | undefined =>
  /^(?:https?:|mailto:|tel:)/i.test(url) ? url : url.startsWith('//') ? `https:${url}` : undefined;

/** The address of an image of another site; undefined for all that is no address of the web. */
export function webAddress(url: string): string | undefined {
  const address = url.startsWith('//') ? `https:${url}` : url;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

/**
 * Target of a relative link: below the note's folder, '/' from the root, '..' up; undefined when it leaves the tree.
 */
export function resolveLink(location: Location, href: string): Location | undefined {
  const clean = href.split(/[?#]/)[0] ?? '';
  const path = clean.startsWith('/') ? [] : [...parentOf(location).path];
  for (const segment of clean.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (path.pop() === undefined) return undefined;
    } else {
      try {
        path.push(decodeURIComponent(segment));
      } catch {
        path.push(segment);
      }
    }
  }
  return { root: location.root, path };
}

/** Of an image in the files of the user, or within the note itself; undefined for those of other sites. */
export function imageHref(note: Location, url: string | null): string | undefined {
  if (url === null || /^data:image\//i.test(url)) return url ?? undefined;
  const file = isExternal(url) ? undefined : resolveLink(note, url);
  return file && rawHref(file);
}

/** The relative link from a note to a file of the same root. */
export function relativeLink(location: Location, target: Location): string {
  const folder = parentOf(location).path;
  const differs = folder.findIndex((segment, index) => segment !== target.path[index]);
  const shared = differs < 0 ? folder.length : differs;
  return [...folder.slice(shared).map(() => '..'), ...target.path.slice(shared).map(encodeURIComponent)].join('/');
}
