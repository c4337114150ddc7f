import { Node, Range, Text, Transforms, type Descendant, type Path, type Point } from 'slate';
import { HistoryEditor } from 'slate-history';
import { asBlocks, type NoteEditor } from './types';

/** A paragraph that waits for text. It has no line in the file, so no text from elsewhere has it. */
function isOpen(node: Descendant): boolean {
  const [block] = asBlocks([node]);
  return (
    block!.type === 'paragraph' &&
    !block!.containers &&
    block!.children.every((child) => 'text' in child && /^\n*$/.test(child.text))
  );
}

/**
 * Where a block is in the next list: itself, one of those that replaced it and its neighbours, which start at `from`
 * and end before `end`, or nothing before the block at `to`.
 */
interface Place {
  readonly to: number;
  readonly isGone: boolean;
  readonly from: number;
  readonly end: number;
}

/** The places of all blocks in the next list; replaced ones are counted from the nearest block before that stays. */
function placesIn(before: readonly Descendant[], next: readonly Descendant[]): Place[] {
  const indexes = new Map(next.map((node, index) => [node, index]));
  const ends: number[] = [];
  let end = next.length;
  for (const node of before.toReversed()) ends.unshift((end = indexes.get(node) ?? end));
  let [from, free] = [0, 0];
  return before.map((node, at) => {
    const own = indexes.get(node);
    const to = own ?? Math.min(free, ends[at]!);
    const isGone = own === undefined && (isOpen(node) || to === ends[at]);
    free = isGone ? to : to + 1;
    if (own !== undefined) from = free;
    return { to, isGone, from, end: ends[at]! };
  });
}

/** The next list with the paragraphs that wait for text, each after the block that it followed. */
export function withOpen(before: readonly Descendant[], next: readonly Descendant[]): Descendant[] {
  // The only block of an empty note is its place to write.
  if (before.every(isOpen)) return [...next];
  const open = Map.groupBy(
    placesIn(before, next).flatMap(({ to, isGone }, at) => (isGone && isOpen(before[at]!) ? [{ to, at }] : [])),
    ({ to }) => to,
  );
  const at = (index: number) => (open.get(index) ?? []).map((each) => before[each.at]!);
  return [...next.flatMap((node, index) => [...at(index), node]), ...at(next.length)];
}

/** Replaces the blocks by `work`, and selects the same text again where blocks with the selection were replaced. */
export function keepPlace(editor: NoteEditor, next: readonly Descendant[], work: () => void): void {
  const { children: before, selection } = editor;
  work();
  if (!selection || editor.children.length === 0) return;
  const places = placesIn(before, next);
  const move = ({ path: [index, ...path], offset }: Point): Point => {
    const place = places[index!]!;
    const isKept = next[place.to] === before[index!];
    const to = isKept ? place.to : likest(before[index!]!, next, place);
    if (place.isGone && to === place.to) return to > 0 ? pointAt(editor, to - 1, Infinity) : pointAt(editor, 0, 0);
    if (isKept) return { path: [to, ...path], offset };
    return pointLike(editor, to, { block: before[index!]!, path, offset });
  };
  const range: Range = { anchor: move(selection.anchor), focus: move(selection.focus) };
  HistoryEditor.withoutSaving(editor, () => Transforms.select(editor, range));
}

/** The replacement whose text is most like that of a block: others may have put blocks before it, or taken some out. */
function likest(block: Descendant, next: readonly Descendant[], { to, from, end }: Place): number {
  const text = Node.string(block);
  let [found, most] = [to, 0];
  for (let index = from; index < end; index++) {
    const [start, rest] = sameEnds(text, Node.string(next[index]!));
    if (start + rest > most) [found, most] = [index, start + rest];
  }
  return found;
}

/** The point of a block that another one replaced, in that one. */
function pointLike(editor: NoteEditor, index: number, old: { block: Descendant; path: Path; offset: number }): Point {
  const block = editor.children[index]!;
  const from = Node.get(old.block, old.path);
  const to = Node.has(block, old.path) ? Node.get(block, old.path) : undefined;
  // Cells of a table have no text between them, so a place in its whole text would be unclear.
  if (asBlocks([block])[0]!.type === 'table' && Text.isText(from) && Text.isText(to))
    return { path: [index, ...old.path], offset: movedOffset(from.text, to.text, old.offset) };
  let offset = old.offset;
  for (const [text, path] of Node.texts(old.block)) {
    if (path.join() === old.path.join()) break;
    offset += text.text.length;
  }
  return pointAt(editor, index, movedOffset(Node.string(old.block), Node.string(block), offset));
}

/** Where a place in a text is in the changed text, which has the same start and the same end. */
function movedOffset(before: string, after: string, offset: number): number {
  const [start, end] = sameEnds(before, after);
  if (offset <= start) return offset;
  const behind = before.length - offset;
  return behind <= end ? after.length - behind : Math.min(offset, after.length - end);
}

/** How many characters two texts share at their start, and at their end behind that. */
function sameEnds(a: string, b: string): [start: number, end: number] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [start, end];
}

function pointAt(editor: NoteEditor, index: number, offset: number): Point {
  let rest = offset;
  let last: Point = { path: [index], offset: 0 };
  for (const [{ text }, path] of Node.texts(editor.children[index]!)) {
    last = { path: [index, ...path], offset: Math.min(rest, text.length) };
    if (rest <= text.length) break;
    rest -= text.length;
  }
  return last;
}
