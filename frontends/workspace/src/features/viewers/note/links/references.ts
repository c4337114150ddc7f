import { Node, type Descendant } from 'slate';
import { asBlocks, type NoteEditor } from '../editor/types';
import type { ImageNode, LinkNode } from '../model/nodes';

const DEFINITION = /^\s*\[((?:\\.|[^\]\\])+)\]:\s*(?:<([^>\n]*)>|(\S+))/;

/** The address of a link or an image, also of one that names a definition of the note; null when it has none. */
export function addressOf(editor: NoteEditor, node: LinkNode | ImageNode): string | null {
  // Undo removes what was null before.
  if (typeof node.url === 'string') return node.url;
  const label = /^\]\[(.*)\]$/s.exec(node.tail)?.[1];
  const name = label || (node.type === 'image' ? node.alt : Node.string(node as unknown as Node));
  return definitionOf(editor, name);
}

/** The address that the note gives to a label; null without a definition. */
export const definitionOf = (editor: NoteEditor, label: string): string | null =>
  definitionsOf(editor).get(normalized(label)) ?? null;

const known = new WeakMap<Descendant[], ReadonlyMap<string, string>>();

/** The addresses that the note defines, by their labels; of equal labels the first counts. */
function definitionsOf({ children }: NoteEditor): ReadonlyMap<string, string> {
  const found = known.get(children);
  if (found) return found;
  const definitions = new Map<string, string>();
  for (const block of asBlocks(children)) {
    if (block.type !== 'raw' || block.kind !== 'definition') continue;
    const [, label, bracketed, bare] = DEFINITION.exec(block.children[0].text) ?? [];
    const name = normalized(label ?? '');
    if (name !== '' && !definitions.has(name)) definitions.set(name, bracketed ?? bare!);
  }
  known.set(children, definitions);
  return definitions;
}

/** Labels are compared without case, and all space in them is equal. */
const normalized = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();
