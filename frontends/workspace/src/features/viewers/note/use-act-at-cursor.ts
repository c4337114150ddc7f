import { fileHref } from '@zo/web/paths';
import { useMeQuery } from '@zo/web/store';
import { around, blockAtCursor, toggleChecked } from './editor/blocks';
import { goToFootnote } from './editor/go-to';
import { linkAtCursor } from './links/links';
import { linkTarget, useLinkOpener, type LinkOpener } from './links/use-link-target';
import { mentionedFile } from './mentioned-file';
import type { CitationNode, LinkNode, MentionNode } from './model/nodes';

/**
 * Does at the cursor what a click does: follows a link, a footnote or a mention, or ticks the item. `act` returns
 * whether there was something to do.
 */
export function useActAtCursor(): () => boolean {
  const opener = useLinkOpener();
  const handle = useMeQuery().data?.handle;
  return () => actAtCursor(opener, handle);
}

function actAtCursor(opener: LinkOpener, handle: string | undefined): boolean {
  const { editor, navigate } = opener;
  const link = linkAtCursor(editor)?.[0] as unknown as LinkNode | undefined;
  const open = link && linkTarget(opener, link).open;
  if (open) return (open(), true);
  const citation = around(editor, 'citation')?.[0] as unknown as CitationNode | undefined;
  if (citation) return goToFootnote(editor, citation.id);
  const mention = around(editor, 'mention')?.[0] as unknown as MentionNode | undefined;
  const file = mention && mentionedFile(mention.value, handle);
  if (file) return (navigate(fileHref(file)), true);
  const [block, path] = blockAtCursor(editor) ?? [];
  if (block?.type !== 'paragraph' || block.checked === undefined) return false;
  toggleChecked(editor, path!, !block.checked);
  return true;
}
