/** Where a file is: one shape and one set of rules for services, tools and the browser. */

/** The trees a file can be in: `w` the workspace, `s` the sites. */
export type Root = 'w' | 's';

/** A file or folder. `path` holds the names from the root on, never URL-encoded; it is empty for the root itself. */
export interface Location {
  readonly root: Root;
  readonly path: string[];
}

/** `w/Notes/a.md`: names a location in events, links and keys. */
export const addressOf = ({ root, path }: Location): string => [root, ...path].join('/');

/** Reads what `addressOf` wrote. An address without a root means the workspace. */
export function parseAddress(address: string): Location {
  const [root, ...path] = address.split('/').filter(Boolean);
  if (root === 'w' || root === 's') return { root, path };
  return { root: 'w', path: root === undefined ? [] : [root, ...path] };
}

/** The folder of an entry; a root is its own. */
export const parentOf = ({ root, path }: Location): Location => ({ root, path: path.slice(0, -1) });

export const childOf = ({ root, path }: Location, name: string): Location => ({ root, path: [...path, name] });

/** Whether `inner` is `outer` or below it. */
export const isWithin = (inner: Location, outer: Location): boolean =>
  inner.root === outer.root && outer.path.every((name, index) => inner.path[index] === name);

export const isSame = (a: Location, b: Location): boolean => a.path.length === b.path.length && isWithin(a, b);

/** Top folders of the workspace with a meaning of their own. */
export const TRASH = 'Trash';
export const ARTICLES = 'Articles';

/** The Trash folder or anything in it. */
export const inTrash = ({ root, path }: Location): boolean => root === 'w' && path[0] === TRASH;

/** The Articles folder or anything in it. */
export const inArticles = ({ root, path }: Location): boolean => root === 'w' && path[0] === ARTICLES;
