import GithubSlugger from 'github-slugger';
import { Node, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';
import type { Block } from '../model/nodes';
import { asBlocks, type NoteEditor } from './types';

/** A fifth of a second: the heights settle after two or three frames. */
const MAX_FRAMES = 12;

/** Index of the block that a link within the note names: a heading by its anchor; undefined for an unknown one. */
export function headingNamed(blocks: readonly Block[], fragment: string): number | undefined {
  let name = fragment;
  try {
    name = decodeURIComponent(fragment);
  } catch {
    // An invalid percent escape stays as it is.
  }
  const slugger = new GithubSlugger();
  const index = blocks.findIndex(
    (block) => block.type === 'heading' && slugger.slug(textOf(block).trim()) === name.toLowerCase(),
  );
  return index < 0 ? undefined : index;
}

/** Index of the first block of a footnote; undefined for one that has no text. */
export function footnoteNamed(blocks: readonly Block[], id: string): number | undefined {
  const marker = `[^${id}]:`;
  const index = blocks.findIndex(({ containers }) =>
    containers?.some((container) => container.kind === 'footnote' && container.marker === marker),
  );
  return index < 0 ? undefined : index;
}

const textOf = (block: Block): string => Node.string(block as unknown as Node);

/** Scrolls to a block and places the cursor at its start. */
export function goToBlock(editor: NoteEditor, index: number | undefined): void {
  const block = index === undefined ? undefined : editor.children[index];
  if (index === undefined || !block) return;
  Transforms.select(editor, { path: Node.first(editor, [index])[1], offset: 0 });
  scrollTo(ReactEditor.toDOMNode(editor, block), MAX_FRAMES);
}

/** Blocks on the way get their real height when they come near the window, so the place is found in several steps. */
function scrollTo(node: HTMLElement, frames: number): void {
  if (!node.isConnected) return;
  node.scrollIntoView({ block: 'start' });
  if (frames > 0) requestAnimationFrame(() => scrollTo(node, frames - 1));
}

export const goToHeading = (editor: NoteEditor, fragment: string): void =>
  goToBlock(editor, headingNamed(asBlocks(editor.children), fragment));

export const goToFootnote = (editor: NoteEditor, id: string): void =>
  goToBlock(editor, footnoteNamed(asBlocks(editor.children), id));
