import GithubSlugger from 'github-slugger';
import { Node, Transforms, type Descendant } from 'slate';
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

/** Longer footnotes are shown by their beginning. */
const MAX_FOOTNOTE_LENGTH = 600;

/** The text of a footnote; undefined when the note has none of that name. */
export function footnoteText(blocks: readonly Block[], id: string): string | undefined {
  const first = footnoteNamed(blocks, id);
  if (first === undefined) return undefined;
  const marker = `[^${id}]:`;
  const end = blocks.findIndex(
    ({ containers }, index) =>
      index > first && !containers?.some((found) => found.kind === 'footnote' && found.marker === marker),
  );
  const text = blocks
    .slice(first, end < 0 ? undefined : end)
    .map(textOf)
    .join('\n');
  return text.length > MAX_FOOTNOTE_LENGTH ? `${text.slice(0, MAX_FOOTNOTE_LENGTH)}…` : text;
}

const textOf = (block: Block): string => Node.string(block as unknown as Node);

/** Scrolls to a block and places the cursor at its start. */
export function goToBlock(editor: NoteEditor, index: number | undefined): void {
  const block = index === undefined ? undefined : editor.children[index];
  if (index === undefined || !block) return;
  Transforms.select(editor, { path: Node.first(editor, [index])[1], offset: 0 });
  scrollTo(editor, block, MAX_FRAMES);
}

/**
 * The block is rendered with the cursor in it, and blocks on the way get their real height when they come near the
 * window, so the place is found in several steps; a cursor that leaves the block ends them.
 */
function scrollTo(editor: NoteEditor, block: Descendant, frames: number): void {
  if (editor.children[editor.selection?.focus.path[0] ?? -1] !== block) return;
  domNodeOf(editor, block)?.scrollIntoView({ block: 'start' });
  if (frames > 0) requestAnimationFrame(() => scrollTo(editor, block, frames - 1));
}

/** Undefined before the block is rendered. */
function domNodeOf(editor: NoteEditor, block: Descendant): HTMLElement | undefined {
  try {
    return ReactEditor.toDOMNode(editor, block);
  } catch {
    return undefined;
  }
}

export const goToHeading = (editor: NoteEditor, fragment: string): void =>
  goToBlock(editor, headingNamed(asBlocks(editor.children), fragment));

/** False for a footnote that the note does not have. */
export function goToFootnote(editor: NoteEditor, id: string): boolean {
  const index = footnoteNamed(asBlocks(editor.children), id);
  goToBlock(editor, index);
  return index !== undefined;
}
