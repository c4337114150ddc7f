import { Editor, Point, Range, Text, type BaseRange, type PointRef } from 'slate';
import { around } from '../editor/blocks';
import type { NoteEditor } from '../editor/types';

/** An unfinished mention before the cursor: a file after '@', a date after '^'. */
export interface NotePick {
  readonly kind: 'file' | 'date';
  readonly query: string;
  readonly range: BaseRange;
}

/** How many characters before the cursor are searched. */
const LOOK_BACK = 128;

export function pickAtCursor(editor: NoteEditor): NotePick | undefined {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection) || around(editor, 'code') || around(editor, 'raw')) return undefined;
  const { path, offset } = selection.anchor;
  const [node] = Editor.node(editor, path);
  if (!Text.isText(node) || node.code !== undefined || node.math !== undefined) return undefined;
  const before = node.text.slice(Math.max(0, offset - LOOK_BACK), offset);
  const found = /(?:^|\s)([@^])((?!\s)[^@^\n]*)$/.exec(before);
  if (!found) return undefined;
  const start = offset - found[2]!.length - 1;
  return {
    kind: found[1] === '@' ? 'file' : 'date',
    query: found[2]!,
    range: { anchor: { path, offset: start }, focus: { path, offset } },
  };
}

/** Also at the same place: a change from elsewhere may have moved it into another block. */
export function isSamePick(a: NotePick | null | undefined, b: NotePick | undefined): boolean {
  if (!a || !b) return !a && !b;
  return a.kind === b.kind && a.query === b.query && Point.equals(a.range.anchor, b.range.anchor);
}

/** Whether Escape dismissed this mention, whose sign is where `sign` has moved to. */
export const isDismissed = ({ range }: NotePick, sign: PointRef | undefined): boolean =>
  sign?.current ? Point.equals(range.anchor, sign.current) : false;
