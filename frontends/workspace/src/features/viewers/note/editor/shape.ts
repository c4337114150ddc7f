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

const counted = new WeakMap<NoteEditor, { readonly children: readonly Descendant[]; readonly count: Count }>();

/** Counted again after a change of the containers, and not for each letter. */
function countOf(editor: NoteEditor): Count {
  const { children } = editor;
  const known = counted.get(editor);
  if (known?.children === children) return known.count;
  const count = known && haveSameContainers(known.children, children) ? known.count : countItems(children);
  counted.set(editor, { children, count });
  return count;
}

function haveSameContainers(before: readonly Descendant[], after: readonly Descendant[]): boolean {
  const [old, now] = [asBlocks(before), asBlocks(after)];
  return old.length === now.length && old.every(({ containers }, index) => containers === now[index]!.containers);
}

function countItems(children: readonly Descendant[]): Count {
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
  const { items, sizes } = countOf(editor);
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
