import type { Descendant, Element } from 'slate';
import { ReactEditor } from 'slate-react';
import type { Block } from '../model/nodes';
import { asBlocks, type NoteEditor } from './types';

/** What a block shows of its containers, which depends on the blocks before it. */
export interface Shape {
  /** How many of its containers the block before it has opened. */
  readonly inherited: number;
  /** Number of the ordered item that it opens last. */
  readonly number: number | undefined;
  /** The item that it opens last, from 1, in its list. */
  readonly place: { readonly id: number; readonly at: number; readonly of: number } | undefined;
}

interface Count {
  /** By item: its number if it is ordered, and its place. */
  readonly items: Map<number, { readonly number: number | undefined; readonly at: number; readonly list: number }>;
  /** By list: how many items it has. */
  readonly sizes: Map<number, number>;
}

const counts = new WeakMap<readonly Descendant[], Count>();

/** Counted once for each state of the note. */
function countOf(children: readonly Descendant[]): Count {
  const known = counts.get(children);
  if (known) return known;
  const count: Count = { items: new Map(), sizes: new Map() };
  const next = new Map<number, number>();
  for (const { containers } of asBlocks(children))
    for (const container of containers ?? []) {
      if (container.kind !== 'item' || count.items.has(container.id)) continue;
      const { id, list, ordered } = container;
      const at = (count.sizes.get(list) ?? 0) + 1;
      count.sizes.set(list, at);
      const number = ordered ? (next.get(list) ?? (Number.parseInt(container.marker, 10) || 0)) : undefined;
      if (number !== undefined) next.set(list, number + 1);
      count.items.set(id, { number, at, list });
    }
  counts.set(children, count);
  return count;
}

export function shapeOf(editor: NoteEditor, element: Element): Shape {
  const block = element as unknown as Block;
  const [index] = ReactEditor.findPath(editor, element);
  const before = index! > 0 ? asBlocks(editor.children)[index! - 1] : undefined;
  const ids = new Set(before?.containers?.map(({ id }) => id));
  const containers = block.containers ?? [];
  const inherited = containers.filter(({ id }) => ids.has(id)).length;
  const opened = containers.slice(inherited).findLast(({ kind }) => kind === 'item');
  const { items, sizes } = countOf(editor.children);
  const item = opened && items.get(opened.id);
  return {
    inherited,
    number: item?.number,
    place: item && { id: opened!.id, at: item.at, of: sizes.get(item.list)! },
  };
}

export const isSameShape = (a: Shape | null, b: Shape): boolean =>
  a?.inherited === b.inherited &&
  a.number === b.number &&
  a.place?.id === b.place?.id &&
  a.place?.at === b.place?.at &&
  a.place?.of === b.place?.of;
