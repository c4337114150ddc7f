/** Links of answers, which name pages of the app, files of the computer, and the web. */
import type { Location } from './index.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const APP = /^\/(settings|billing|system|f)([/?#]|$)/;

export type LinkTarget =
  { kind: 'app'; to: string } | { kind: 'web'; href: string } | { kind: 'file'; location: Location } | { kind: 'none' };

/** Where a link of an answer leads. Addresses that run something lead nowhere. */
export function targetOf(href: string): LinkTarget {
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
