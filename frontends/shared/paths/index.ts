import {
  type AnyLocation,
  inArticles,
  isMachineRoot,
  isOnComputer,
  type Location as OwnLocation,
} from '@zo/proto/location';

export {
  inArticles,
  inTrash,
  isMachineRoot,
  isOnComputer,
  isOnMachine,
  isSame,
  isSameAgent,
  isWithin,
  machineOf,
  type MachineRoot,
  parentOf,
  parseAddress,
} from '@zo/proto/location';
/** Where a file is: in the computer, or on a machine of the user's own. */
export type Location = AnyLocation;
export type Root = Location['root'];
/** A file of the computer, which has a history, a trash and a search. */
export type ComputerLocation = OwnLocation;
export { locationOf, targetOf } from '@zo/proto/location/links';

/** For what only files of the computer have. @throws Error for a file of a machine, where nothing offers it */
export function ofComputer<L extends Location>(location: L): L & ComputerLocation {
  if (isOnComputer(location)) return location as L & ComputerLocation;
  throw new Error('This is only there for files of your computer.');
}

/** A host name by the rules for articles: labels of letters, digits and hyphens, the last of letters only. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** FT-17: a file `title :: host.md` in Articles, whose title is not blank. */
export function isArticle(location: Location): boolean {
  const [, host] = /\S.* :: ([^:]+)\.md$/is.exec(nameOf(location)) ?? [];
  return inArticles(location) && location.path.length > 1 && host !== undefined && HOST.test(host);
}

/** A parsed /f address. `root: null` is plain /f, where nothing is open. */
export interface FileLocation {
  root: Root | null;
  path: string[];
  /** True for /f/:slug, the address of older links; it should be replaced by its /f/w/:slug form. */
  legacy: boolean;
}

const decode = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** RT-01: reads /f/{root}/{segments}; null when the address is no file address. */
export function parseFileLocation(pathname: string): FileLocation | null {
  if (!/^\/f(\/|$)/.test(pathname)) return null;
  const segments = pathname.slice(2).split('/').filter(Boolean).map(decode);
  const [first, ...rest] = segments;
  if (first === undefined) return { root: null, path: [], legacy: false };
  if (first === 'w' || first === 's' || isMachineRoot(first)) return { root: first, path: rest, legacy: false };
  return { root: 'w', path: segments, legacy: true };
}

/** RT-01: the address of a file or folder. */
export function fileHref({ root, path }: Location): string {
  return ['/f', root, ...path.map(encodeURIComponent)].join('/');
}

/** A line of a text file, from 1, and a text in it. */
export interface Place {
  line: number;
  text?: string;
}

const PLACE = /^#L(\d{1,9})(?::(.*))?$/s;

/** The end of an address that leads to a place in a file: '#L31:budget'. */
export const placeHash = ({ line, text }: Place): string =>
  `#L${line}${text ? `:${encodeURIComponent(text.toWellFormed())}` : ''}`;

/** The place that an address leads to; undefined for another hash. */
export function parsePlace(hash: string): Place | undefined {
  const [, line, text] = PLACE.exec(hash) ?? [];
  if (!line || Number(line) === 0) return undefined;
  return { line: Number(line), ...(text && { text: decode(text) }) };
}

/**
 * FT-11: the raw bytes of a file; site root under s/. A workspace folder called `s` or `w` takes the explicit w/ form.
 */
export function rawHref(location: Location, options: { download?: boolean } = {}): string {
  return (
    ['/api/file', ...rawNames(location).map(encodeURIComponent)].join('/') + (options.download ? '?download=1' : '')
  );
}

function rawNames({ root, path }: Location): string[] {
  if (root !== 'w') return [root, ...path];
  const [first = ''] = path;
  return first === 's' || first === 'w' || isMachineRoot(first) ? [root, ...path] : path;
}

/** FT-11: one zip of many. */
export function zipHref(items: readonly Location[]): string {
  const paths = items.map((item) => encodeURIComponent(rawNames(item).join('/')));
  return `/api/file?download=1&paths=${paths.join(',')}`;
}

/** A unique key per path; segments never hold a slash. */
export const pathKey = ({ root, path }: Location): string => `${root}/${path.join('/')}`;

/** The last segment, or the name of the root. */
export const nameOf = ({ root, path }: Location): string => path.at(-1) ?? ROOT_NAMES[root] ?? 'Machine';
const ROOT_NAMES: Readonly<Record<string, string>> = { w: 'Workspace', s: 'Sites' };

/** Characters that turn the direction of what follows: `a<U+202E>gpj.exe` would be read as `aexe.jpg`. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name as it is shown to people: nothing in it can make it look like another one. */
export const shownName = (name: string): string =>
  name.replaceAll(TURNING, (sign) => `⟨U+${sign.codePointAt(0)!.toString(16).toUpperCase()}⟩`);

/**
 * RT-02: the part of the query that a link to a file keeps, so that the chat stays beside it. `full` is dropped,
 * because a full chat would hide the file.
 */
export function chatQuery(search: string): string {
  const now = new URLSearchParams(search);
  const kept = new URLSearchParams();
  const chat = now.get('chat');
  const view = now.get('chat_view');
  if (chat) kept.set('chat', chat);
  if (view === 'rail' || view === 'sidebar') kept.set('chat_view', view);
  const text = kept.toString();
  return text && `?${text}`;
}
