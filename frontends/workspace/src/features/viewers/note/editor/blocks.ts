import { Editor, Element, Node, Path, Range, Transforms, type NodeEntry } from 'slate';
import type { Block, Container } from '../model/nodes';
import { newId } from '../model/parse';
import type { NoteEditor } from './types';

export type ListKind = 'bullet' | 'ordered' | 'check';
export type BlockEntry = [block: Block, path: Path];
type Item = Extract<Container, { kind: 'item' }>;

/** The top-level blocks of the selection. */
export function selectedBlocks(editor: NoteEditor): BlockEntry[] {
  if (!editor.selection) return [];
  const [start, end] = Range.edges(editor.selection);
  const blocks: BlockEntry[] = [];
  for (let index = start.path[0]!; index <= end.path[0]!; index++)
    blocks.push([editor.children[index] as unknown as Block, [index]]);
  return blocks;
}

/** The first block of the selection. */
export function blockAtCursor({ selection, children }: NoteEditor): BlockEntry | undefined {
  const index = selection && Range.start(selection).path[0]!;
  return index === null ? undefined : [children[index] as unknown as Block, [index]];
}

/** The innermost element of a type around the cursor. */
export function around<T extends Element['type']>(editor: NoteEditor, type: T): NodeEntry<Element> | undefined {
  return Editor.above<Element>(editor, { match: (node) => Element.isElement(node) && node.type === type });
}

export const lastContainer = ({ containers }: Block): Container | undefined => containers?.at(-1);

/** Changes properties of a block; undefined removes one. */
export function change(editor: NoteEditor, path: Path, properties: Record<string, unknown>): void {
  const kept = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
  const removed = Object.keys(properties).filter((key) => properties[key] === undefined);
  if (removed.length > 0) Transforms.unsetNodes(editor, removed as never, { at: path });
  if (Object.keys(kept).length > 0) Transforms.setNodes(editor, kept as Partial<Element>, { at: path });
}

const CHECK = { checked: undefined, checkMark: undefined };
const FORM = { depth: undefined, underline: undefined, closing: undefined, gap: undefined, ...CHECK };

/** Makes headings or paragraphs of the selected blocks with text; a heading of the same depth becomes a paragraph. */
export function toggleHeading(editor: NoteEditor, depth: 1 | 2 | 3 | 4 | 5 | 6): void {
  const blocks = selectedBlocks(editor).filter(([{ type }]) => type === 'paragraph' || type === 'heading');
  const isOn = blocks.every(([block]) => block.type === 'heading' && block.depth === depth);
  Editor.withoutNormalizing(editor, () => {
    for (const [block, path] of blocks) {
      if (isOn) change(editor, path, { ...FORM, type: 'paragraph' });
      else if (block.type === 'heading') change(editor, path, { depth });
      else change(editor, path, { ...CHECK, type: 'heading', depth });
    }
  });
}

export function toParagraph(editor: NoteEditor, path: Path): void {
  change(editor, path, { ...FORM, type: 'paragraph' });
}

export function setContainers(editor: NoteEditor, path: Path, containers: readonly Container[]): void {
  change(editor, path, { containers: containers.length > 0 ? containers : undefined });
}

/** The kind of list that a block is an item of. */
export function listKind(block: Block): ListKind | undefined {
  const container = lastContainer(block);
  if (container?.kind !== 'item') return undefined;
  if (block.type === 'paragraph' && block.checked !== undefined) return 'check';
  return container.ordered ? 'ordered' : 'bullet';
}

/** Makes items of the selected blocks, in one list, or takes them out of theirs. */
export function toggleList(editor: NoteEditor, kind: ListKind): void {
  const blocks = selectedBlocks(editor).filter(([{ type }]) => type !== 'table' && type !== 'rule');
  const isOn = blocks.every(([block]) => listKind(block) === kind);
  const list = newId();
  Editor.withoutNormalizing(editor, () => {
    for (const [number, [block, path]] of blocks.entries()) {
      const outer = lastContainer(block)?.kind === 'item' ? block.containers!.slice(0, -1) : (block.containers ?? []);
      if (block.type === 'heading') toParagraph(editor, path);
      const check = kind === 'check' && block.type !== 'code' && block.type !== 'raw';
      change(editor, path, check && !isOn ? { checked: isChecked(block), checkMark: '[ ] ' } : CHECK);
      setContainers(
        editor,
        path,
        isOn ? outer : [...outer, item({ kind, list: listBefore(editor, path, outer) ?? list, number })],
      );
    }
  });
}

const isChecked = (block: Block) => block.type === 'paragraph' && block.checked === true;

/** The list that ends right before a block, in the same containers. */
function listBefore(editor: NoteEditor, [index]: Path, outer: readonly Container[]): number | undefined {
  const before = index! > 0 ? (editor.children[index! - 1] as unknown as Block) : undefined;
  const container = before?.containers?.[outer.length];
  const isSame = outer.every(({ id }, depth) => before?.containers?.[depth]?.id === id);
  return isSame && container?.kind === 'item' ? container.list : undefined;
}

function item({ kind, list, number }: { kind: ListKind; list: number; number: number }): Item {
  const ordered = kind === 'ordered';
  const marker = ordered ? `${number + 1}.` : '-';
  return { kind: 'item', id: newId(), list, ordered, marker, indent: 0, width: marker.length + 1 };
}

/** The next item of the list of an item. */
export function nextItem(container: Item): Item {
  const number = /^(\d+)([.)])$/.exec(container.marker);
  const marker = number ? `${Number(number[1]) + 1}${number[2]}` : container.marker;
  return { ...container, id: newId(), marker, width: Math.max(container.width, container.indent + marker.length + 1) };
}

export function toggleQuote(editor: NoteEditor): void {
  const blocks = selectedBlocks(editor);
  const isOn = blocks.every(([block]) => block.containers?.some(({ kind }) => kind === 'quote'));
  const quote: Container = { kind: 'quote', id: newId() };
  Editor.withoutNormalizing(editor, () => {
    for (const [block, path] of blocks) {
      const containers = block.containers ?? [];
      setContainers(editor, path, isOn ? containers.filter(({ kind }) => kind !== 'quote') : [quote, ...containers]);
    }
  });
}

/** Moves items into the item before them, or out of the item that they are in. */
export function indent(editor: NoteEditor, direction: 'in' | 'out'): boolean {
  const blocks = selectedBlocks(editor).filter(([block]) => lastContainer(block)?.kind === 'item');
  Editor.withoutNormalizing(editor, () => {
    for (const [block, path] of blocks)
      if (direction === 'in') indentItem(editor, block, path);
      else outdentItem(editor, block, path);
  });
  return blocks.length > 0;
}

function indentItem(editor: NoteEditor, block: Block, path: Path): void {
  const containers = block.containers!;
  const own = containers.at(-1) as Item;
  const before = path[0]! > 0 ? (editor.children[path[0]! - 1] as unknown as Block) : undefined;
  const parent = before?.containers?.[containers.length - 1];
  if (parent?.kind !== 'item' || parent.list !== own.list) return;
  const nested = before!.containers![containers.length];
  const list = nested?.kind === 'item' ? nested.list : newId();
  setContainers(editor, path, [
    ...containers.slice(0, -1),
    parent,
    { ...own, id: newId(), list, indent: 0, width: own.marker.length + 1 },
  ]);
}

function outdentItem(editor: NoteEditor, block: Block, path: Path): void {
  const containers = block.containers!;
  const parent = containers.at(-2);
  if (parent?.kind === 'item') setContainers(editor, path, [...containers.slice(0, -2), nextItem(parent)]);
  else {
    change(editor, path, CHECK);
    setContainers(editor, path, containers.slice(0, -1));
  }
}

export function toggleChecked(editor: NoteEditor, path: Path, checked: boolean): void {
  change(editor, path, { checked });
}

/** Inserts a block after the one with the cursor, or in its place when it is an empty paragraph. */
export function insertBlock(editor: NoteEditor, block: Block): void {
  const [current, path] = blockAtCursor(editor) ?? [undefined, [editor.children.length - 1]];
  const isEmpty =
    current?.type === 'paragraph' && Node.string(current as unknown as Node) === '' && !current.containers;
  const at = isEmpty ? path : Path.next(path);
  Editor.withoutNormalizing(editor, () => {
    if (isEmpty) Transforms.removeNodes(editor, { at: path });
    Transforms.insertNodes(editor, block as unknown as Element, { at });
    Transforms.select(editor, Editor.start(editor, at));
  });
}
