import type { BaseEditor, Descendant } from 'slate';
import type { HistoryEditor } from 'slate-history';
import type { ReactEditor } from 'slate-react';
import type { HtmlLook } from '../html/inline-html';
import type { PendingImage } from '../images/pending-images';
import type { Block, InlineNode, NoteText, TableCell, TableRow } from '../model/nodes';

export type NoteEditor = BaseEditor & ReactEditor & HistoryEditor;
export type NoteElement = Block | TableRow | TableCell | InlineNode;

/** The nodes of the model and of Slate are the same; Slate declares their lists as writable. */
interface SlateElement {
  type: NoteElement['type'];
  checked?: boolean;
  children: Descendant[];
}

declare module 'slate' {
  interface CustomTypes {
    Editor: NoteEditor;
    Element: SlateElement;
    /** `token`: classes of coloured code. All but the text are set while it is shown, and never stored. */
    Text: NoteText & HtmlLook & { token?: string; pendingImages?: readonly PendingImage[] };
  }
}

export const asDescendants = (blocks: readonly Block[]): Descendant[] => blocks as unknown as Descendant[];
export const asBlocks = (nodes: readonly Descendant[]): readonly Block[] => nodes as unknown as readonly Block[];
