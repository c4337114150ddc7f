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
}

const numbers = new WeakMap<readonly Descendant[], Map<number, number>>();

/** Numbers of ordered items by container; counted once for each state of the note. */
function numbersOf(children: readonly Descendant[]): Map<number, number> {
  const known = numbers.get(children);
  if (known) return known;
  const counted = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { containers } of asBlocks(children))
    for (const container of containers ?? []) {
      if (container.kind !== 'item' || !container.ordered || counted.has(container.id)) continue;
      const number = next.get(container.list) ?? (Number.parseInt(container.marker, 10) || 0);
      counted.set(container.id, number);
      next.set(container.list, number + 1);
    }
  numbers.set(children, counted);
  return counted;
}

export function shapeOf(editor: NoteEditor, element: Element): Shape {
  const block = element as unknown as Block;
  const [index] = ReactEditor.findPath(editor, element);
  const before = index! > 0 ? asBlocks(editor.children)[index! - 1] : undefined;
  const ids = new Set(before?.containers?.map(({ id }) => id));
  const containers = block.containers ?? [];
  const inherited = containers.filter(({ id }) => ids.has(id)).length;
  const opened = containers.slice(inherited).findLast(({ kind }) => kind === 'item');
  return { inherited, number: opened && numbersOf(editor.children).get(opened.id) };
}

export const isSameShape = (a: Shape | null, b: Shape): boolean =>
  a?.inherited === b.inherited && a.number === b.number;
