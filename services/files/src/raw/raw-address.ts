/** Parses paths of raw files from the undecoded URL, so that an encoded slash never becomes a separator. */
import type { Location } from '@zo/proto/location';
import { segments } from '@zo/http';
import { fileErrors } from '../errors.js';

const PREFIX = '/api/file/';

/** `/api/file/a%20b/c` → workspace `['a b', 'c']`; a first segment `s` or `w` names the root. @throws files.bad_path */
export function locationOfUrl(url: string, prefix = PREFIX): Location {
  const pathname = url.split('?', 1)[0]!;
  return parseAddress(pathname.slice(prefix.length).split('/').map(decode));
}

/** Parses the `paths` of a download: a comma-separated list of encoded paths. A comma in a name is `%2C`. */
export function locationsOfQuery(url: string): Location[] {
  // Not URLSearchParams: it would decode too early, and a comma in a name would split it.
  const query = url.split('?').slice(1).join('?');
  const lists = query
    .split('&')
    .filter((pair) => pair.startsWith('paths='))
    .map((pair) => pair.slice('paths='.length));
  if (lists.length !== 1) throw fileErrors.badPath({ reason: 'paths is needed once' });
  const addresses = decode(lists[0]!)
    .split(',')
    .filter((part) => part !== '');
  if (addresses.length === 0) throw fileErrors.badPath({ reason: 'nothing was chosen' });
  if (addresses.length > 10_000) throw fileErrors.badPath({ reason: 'at most 10,000 paths at once' });
  // Names contain no slash, so a path from the list can be decoded as a whole.
  return addresses.map((address) => parseAddress(decode(address).split('/')));
}

function parseAddress(given: readonly string[]): Location {
  const parts = given.filter((part) => part !== '');
  const [first, ...rest] = parts;
  const named = (first === 's' || first === 'w') && parts.length > 0;
  const parsed = segments.safeParse(named ? rest : parts);
  if (!parsed.success) throw fileErrors.badPath({ reason: parsed.error.issues[0]!.message });
  return { root: named && first === 's' ? 's' : 'w', path: parsed.data };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fileErrors.badPath({ reason: 'the address is not encoded properly' });
  }
}
