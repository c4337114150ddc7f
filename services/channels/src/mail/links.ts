/** Links of answers in a mail: what leads to a page or a file of the installation in a chat does so from anywhere. */
import type { Location } from '@zo/proto/location';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const APP = /^\/(settings|billing|system|f)([/?#]|$)/;

/** Undefined: it leads nowhere. */
export function absoluteLink(href: string, site: string): string | undefined {
  if (SCHEME.test(href)) return href;
  if (href === '' || href.startsWith('//') || href.startsWith('#')) return undefined;
  if (APP.test(href)) return new URL(href, site).href;
  const location = locationOf(decoded(href.split(/[?#]/, 1)[0]!));
  if (!location) return undefined;
  return new URL(['/f', location.root, ...location.path.map(encodeURIComponent)].join('/'), site).href;
}

/** A path as the assistant writes it; undefined when it is outside the workspace and the sites. */
function locationOf(text: string): Location | undefined {
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
