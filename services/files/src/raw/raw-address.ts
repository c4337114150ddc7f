/** Parses paths of raw files from the undecoded URL, so that an encoded slash never becomes a separator. */
import { type AnyLocation, isMachineRoot, isOnComputer, type Location } from '@zo/proto/location';
import { segments } from '@zo/http';
import { fileErrors } from '../errors.js';

const PREFIX = '/api/file/';

/**
 * `/api/file/a%20b/c` → workspace `['a b', 'c']`; a first segment `s`, `w`, or `m` with the id of a machine names the
 * root. @throws files.bad_path
 */
export function locationOfUrl(url: string, prefix = PREFIX): AnyLocation {
  const pathname = url.split('?', 1)[0]!;
  return parseAddress(pathname.slice(prefix.length).split('/').map(decode));
}

/** The same of a file that has to be in the computer. @throws files.bad_path */
export function ownLocationOfUrl(url: string, prefix = PREFIX): Location {
  const location = locationOfUrl(url, prefix);
  if (!isOnComputer(location)) throw fileErrors.badPath({ reason: 'this is only there for files of your computer' });
  return location;
}

/** Parses the `paths` of a download: a comma-separated list of encoded paths. A comma in a name is `%2C`. */
export function locationsOfQuery(url: string): AnyLocation[] {
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
  const locations = addresses.map((address) => parseAddress(decode(address).split('/')));
  const agentOf = ({ root }: AnyLocation) => (isMachineRoot(root) ? root : 'computer');
  if (new Set(locations.map(agentOf)).size > 1)
    throw fileErrors.badPath({ reason: 'the files are on several machines' });
  return locations;
}

function parseAddress(given: readonly string[]): AnyLocation {
  const parts = given.filter((part) => part !== '');
  const [first = '', ...rest] = parts;
  const root = first === 's' || first === 'w' || isMachineRoot(first) ? first : undefined;
  const parsed = segments.safeParse(root ? rest : parts);
  if (!parsed.success) throw fileErrors.badPath({ reason: parsed.error.issues[0]!.message });
  return { root: root ?? 'w', path: parsed.data };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fileErrors.badPath({ reason: 'the address is not encoded properly' });
  }
}
