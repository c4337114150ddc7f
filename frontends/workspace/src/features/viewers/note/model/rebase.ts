import { diffArrays } from 'diff';
import { isEqualNode } from './equal';
import type { Block, Container, NoteDocument, Source } from './nodes';
import { withoutBreaks } from './waiting-breaks';

/**
 * Takes another text of a note over into the editor, after a save or a change from elsewhere: blocks that say the same
 * keep their node, so that the editor, its selection and its history see only real changes.
 * @returns the new list of blocks, and the document with their keys
 */
export function rebase(doc: NoteDocument, current: readonly Block[]): { blocks: Block[]; doc: NoteDocument } {
  const kept = matches(current, doc.blocks);
  const containers = new Map<number, Container>();
  const lists = new Map<number, number>();
  for (const [index, block] of kept) {
    for (const [depth, container] of (doc.blocks[index]!.containers ?? []).entries()) {
      const old = block.containers![depth]!;
      containers.set(container.id, old);
      if (container.kind === 'item' && old.kind === 'item') lists.set(container.list, old.list);
    }
  }
  const sources = new Map<string, Source>();
  const blocks = doc.blocks.map((block, index) => {
    const node = kept.get(index) ?? renamed(block, containers, lists);
    sources.set(node.sid!, { ...doc.sources.get(block.sid!)!, node });
    return node;
  });
  const next: NoteDocument = { ...doc, blocks, sources };
  for (const [sid, source] of sources) sources.set(sid, { ...source, doc: next });
  return { blocks, doc: next };
}

/** New blocks by index with the current block that is equal to each; only blocks with a key can be kept. */
function matches(current: readonly Block[], next: readonly Block[]): Map<number, Block> {
  const found = new Map<number, Block>();
  const used = new Set<string>();
  let [from, to] = [0, 0];
  for (const { count, added, removed } of diffArrays(current.map(keyOf), next.map(keyOf))) {
    if (added) to += count;
    else if (removed) from += count;
    else
      for (let n = 0; n < count; n++) {
        const block = current[from++]!;
        if (block.sid !== undefined && !used.has(block.sid)) found.set(to, block);
        if (block.sid !== undefined) used.add(block.sid);
        to++;
      }
  }
  return found;
}

/**
 * Equal for blocks that are equal but for their keys, the identifiers of their containers and breaks that wait for
 * text.
 */
const keyOf = ({ sid: _sid, containers = [], ...block }: Block): string =>
  JSON.stringify([withoutBreaks(block), containers.map((container) => ({ ...container, id: 0, list: 0 }))], inOrder);

/** Properties in one order: editing a node changes theirs. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A new block in the containers of the blocks around it that were kept. */
function renamed(block: Block, containers: ReadonlyMap<number, Container>, lists: ReadonlyMap<number, number>): Block {
  if (!block.containers) return block;
  const own = block.containers.map((container) => {
    const known = containers.get(container.id);
    if (known) return known;
    return container.kind === 'item' ? { ...container, list: lists.get(container.list) ?? container.list } : container;
  });
  return isEqualNode(own, block.containers) ? block : { ...block, containers: own };
}
