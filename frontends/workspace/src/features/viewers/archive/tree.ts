import type { ArchiveEntry } from '../../../api/archives.endpoints';

/** A file or folder in an archive. Folders that are only named in the paths of others are there, too. */
export interface Node {
  /** Names joined by slashes; empty for the archive itself. */
  path: string;
  name: string;
  isFolder: boolean;
  parent: Node | null;
  /** Folders first, then by name. */
  children: Node[];
  /** Bytes; of a folder the sum of what is in it. */
  size: number;
  files: number;
  mtime: number | null;
  encrypted: boolean;
  isLink: boolean;
}

/** A line that is shown. */
export interface Row {
  node: Node;
  /** From 0; without a filter. */
  level: number;
}

const collator = new Intl.Collator('en', { numeric: true });

const nodeOf = (path: string, parent: Node | null, isFolder: boolean): Node => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  isFolder,
  parent,
  children: [],
  size: 0,
  files: 0,
  mtime: null,
  encrypted: false,
  isLink: false,
});

/** The entries as a tree. Of several entries with one path the last is shown. */
export function treeOf(entries: readonly ArchiveEntry[]): Node {
  const root = nodeOf('', null, true);
  const known = new Map<string, Node>([['', root]]);
  const reach = (path: string, isFolder: boolean): Node => {
    const found = known.get(path);
    if (found) {
      found.isFolder ||= isFolder;
      return found;
    }
    const cut = path.lastIndexOf('/');
    const parent = reach(cut < 0 ? '' : path.slice(0, cut), true);
    const node = nodeOf(path, parent, isFolder);
    known.set(path, node);
    parent.children.push(node);
    return node;
  };
  for (const { path, kind, size, mtime, encrypted } of entries) {
    const node = reach(path, kind === 'folder');
    Object.assign(node, { mtime, encrypted, isLink: kind === 'link', size: size ?? 0 });
  }
  finish(root);
  return root;
}

/** Sums up and sorts, without recursion: paths may be a hundred folders deep. */
function finish(root: Node): void {
  const order: Node[] = [root];
  for (let at = 0; at < order.length; at++) order.push(...order[at]!.children);
  for (const node of order.toReversed()) {
    if (!node.isFolder) {
      node.files = 1;
      continue;
    }
    node.size = node.children.reduce((sum, { size }) => sum + size, 0);
    node.files = node.children.reduce((sum, { files }) => sum + files, 0);
    node.encrypted = node.children.some(({ encrypted }) => encrypted);
    node.children.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || collator.compare(a.name, b.name));
  }
}

/** The lines to show: open folders with their content, or every path that has the words of the filter. */
export function rowsOf(root: Node, open: ReadonlySet<string>, filter: string): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: Row[] = [];
  const stack: Row[] = root.children.toReversed().map((node) => ({ node, level: 0 }));
  for (let row = stack.pop(); row; row = stack.pop()) {
    const { node, level } = row;
    const path = node.path.toLowerCase();
    if (words.length === 0) rows.push(row);
    else if (words.every((word) => path.includes(word))) rows.push({ node, level: 0 });
    if (words.length > 0 || open.has(node.path))
      for (const child of node.children.toReversed()) stack.push({ node: child, level: level + 1 });
  }
  return rows;
}

/** Folders that are open at first: those with nothing beside them. */
export function openAtFirst(root: Node): Set<string> {
  const open = new Set<string>();
  for (let node: Node | undefined = root; node?.children.length === 1; node = node.children[0])
    open.add(node.children[0]!.path);
  return open;
}

export type Choice = 'all' | 'some' | 'none';

/** Whether a node is chosen, by itself or with a folder above it, or something in it is. */
export function choiceOf(node: Node, chosen: ReadonlySet<string>): Choice {
  if (chosen.size === 0) return 'none';
  for (let above: Node | null = node; above; above = above.parent) if (chosen.has(above.path)) return 'all';
  if (!node.isFolder) return 'none';
  for (const path of chosen) if (path.startsWith(`${node.path}/`)) return 'some';
  return 'none';
}

/** Chooses a node with everything below it, or takes it out, also of a chosen folder above it. */
export function toggled(node: Node, chosen: ReadonlySet<string>): Set<string> {
  const next = new Set(chosen);
  if (choiceOf(node, chosen) !== 'all') {
    for (const path of chosen) if (path.startsWith(`${node.path}/`)) next.delete(path);
    next.add(node.path);
    return next;
  }
  // A chosen folder above it becomes its other children, down to this node.
  for (let below = node; !next.delete(below.path) && below.parent; below = below.parent)
    for (const sibling of below.parent.children) if (sibling !== below) next.add(sibling.path);
  return next;
}
