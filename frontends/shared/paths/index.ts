/** The two trees a file can live in: the workspace and the sites. */
export type Root = 'w' | 's';

/** A place in a tree: plain segments, never URL-encoded. */
export interface FilePath {
  root: Root;
  path: string[];
}

/** What a /f address means. `root: null` is plain /f, where nothing is open. */
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
  if (first === 'w' || first === 's') return { root: first, path: rest, legacy: false };
  return { root: 'w', path: segments, legacy: true };
}

/** RT-01: the address of a file or folder. */
export function fileHref({ root, path }: FilePath): string {
  return ['/f', root, ...path.map(encodeURIComponent)].join('/');
}

/** FT-11: the raw bytes of a file; site root under s/. A workspace folder called `s` or `w` takes the explicit w/ form. */
export function rawHref({ root, path }: FilePath, options: { download?: boolean } = {}): string {
  const prefix = root === 's' ? ['s'] : path[0] === 's' || path[0] === 'w' ? ['w'] : [];
  return ['/api/file', ...prefix, ...path.map(encodeURIComponent)].join('/') + (options.download ? '?download=1' : '');
}

/** FT-11: one zip of many. */
export function zipHref(items: readonly FilePath[]): string {
  const paths = items.map(({ root, path }) => encodeURIComponent([...(root === 's' ? ['s'] : []), ...path].join('/')));
  return `/api/file?download=1&paths=${paths.join(',')}`;
}

/** A key that is unique per place; segments never hold a slash. */
export const pathKey = ({ root, path }: FilePath): string => `${root}/${path.join('/')}`;

/** The folder holding a place; the root is its own parent. */
export const parentOf = ({ root, path }: FilePath): FilePath => ({ root, path: path.slice(0, -1) });

/** True when `inner` is `outer` or lies below it. */
export function isWithin(inner: FilePath, outer: FilePath): boolean {
  return inner.root === outer.root && outer.path.every((segment, index) => inner.path[index] === segment);
}

/** Same place. */
export const samePath = (a: FilePath, b: FilePath): boolean =>
  a.root === b.root && a.path.length === b.path.length && isWithin(a, b);

/** The last segment, or the name of the root. */
export const nameOf = ({ root, path }: FilePath): string => path.at(-1) ?? (root === 's' ? 'Sites' : 'Workspace');

/** Inside the Trash folder (or the folder itself). */
export const inTrash = ({ root, path }: FilePath): boolean => root === 'w' && path[0] === 'Trash';

/** Inside the Articles folder (or the folder itself). */
export const inArticles = ({ root, path }: FilePath): boolean => root === 'w' && path[0] === 'Articles';

/**
 * RT-02: the query a link to a file carries on: the chat stays beside it. `full` is left out, because a file was asked for
 * and a full chat would hide it.
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
