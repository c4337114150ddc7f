/** Where a file is: one shape and one set of rules for services, tools and the browser. */

/** The trees of a computer: `w` the workspace, `s` the sites. */
export type Root = 'w' | 's';
/** The folder that a machine of the user's own shows: `m` and the id of the machine. */
export type MachineRoot = `m${string}`;

/** A file or folder. `path` holds the names from the root on, never URL-encoded; it is empty for the root itself. */
export interface Location<R = Root> {
  readonly root: R;
  readonly path: string[];
}
/** A file or folder of the computer or of a machine. */
export type AnyLocation = Location<Root | MachineRoot>;

const MACHINE_ROOT = /^m[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isMachineRoot = (root: string): root is MachineRoot => MACHINE_ROOT.test(root);
export const isOnMachine = (location: AnyLocation): location is Location<MachineRoot> => isMachineRoot(location.root);
export const isOnComputer = (location: AnyLocation): location is Location => !isMachineRoot(location.root);
/** The id of the machine. */
export const machineOf = (root: MachineRoot): string => root.slice(1);

/** `w/Notes/a.md`: names a location in events, links and keys. */
export const addressOf = ({ root, path }: AnyLocation): string => [root, ...path].join('/');

/** Reads what `addressOf` wrote. An address without a root means the workspace. */
export function parseAddress(address: string): Location {
  const [root, ...path] = address.split('/').filter(Boolean);
  if (root === 'w' || root === 's') return { root, path };
  return { root: 'w', path: root === undefined ? [] : [root, ...path] };
}

/** The folder of an entry; a root is its own. */
export const parentOf = <R>({ root, path }: Location<R>): Location<R> => ({ root, path: path.slice(0, -1) });

export const childOf = <R>({ root, path }: Location<R>, name: string): Location<R> => ({ root, path: [...path, name] });

/** Whether both are on the computer, or on one machine. */
export const isSameAgent = (a: AnyLocation, b: AnyLocation): boolean =>
  isMachineRoot(a.root) || isMachineRoot(b.root) ? a.root === b.root : true;

/** Whether `inner` is `outer` or below it. */
export const isWithin = (inner: AnyLocation, outer: AnyLocation): boolean =>
  inner.root === outer.root && outer.path.every((name, index) => inner.path[index] === name);

export const isSame = (a: AnyLocation, b: AnyLocation): boolean => a.path.length === b.path.length && isWithin(a, b);

/** Top folders of the workspace with a meaning of their own. */
export const TRASH = 'Trash';
export const ARTICLES = 'Articles';

/** The Trash folder or anything in it. */
export const inTrash = ({ root, path }: AnyLocation): boolean => root === 'w' && path[0] === TRASH;

/** The Articles folder or anything in it. */
export const inArticles = ({ root, path }: AnyLocation): boolean => root === 'w' && path[0] === ARTICLES;
