import type { Location } from '@zo/web/paths';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const APP = /^\/(settings|billing|system|f)([/?#]|$)/;

export type Target =
  { kind: 'app'; to: string } | { kind: 'web'; href: string } | { kind: 'file'; location: Location } | { kind: 'none' };

/** Target of a link in an answer: a page of the app, the web in a new tab, or a file of the computer. */
export function targetOf(href: string): Target {
  if (SCHEME.test(href)) return /^(https?|mailto):/i.test(href) ? { kind: 'web', href } : { kind: 'none' };
  if (href.startsWith('//') || href.startsWith('#') || href === '') return { kind: 'none' };
  if (APP.test(href)) return { kind: 'app', to: href };
  const location = locationOf(decode(href.split(/[?#]/)[0]!));
  return location ? { kind: 'file', location } : { kind: 'none' };
}

/** Parses a path as the assistant writes it; undefined when it is outside the workspace and the sites. */
export function locationOf(text: string): Location | undefined {
  const anchored = /^(?:~|\/home\/[^/]+|\/root)\/(workspace|sites)(?:\/|$)/.exec(text);
  if (!anchored && (text.startsWith('/') || text.startsWith('~'))) return undefined;
  const path: string[] = [];
  for (const part of (anchored ? text.slice(anchored[0].length) : text).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return undefined;
  }
  return { root: anchored?.[1] === 'sites' ? 's' : 'w', path };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
