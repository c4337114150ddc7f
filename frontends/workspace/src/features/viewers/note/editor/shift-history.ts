import type { Operation, Path, Point, Range } from 'slate';
import type { NoteEditor } from './types';
import { isBulk } from './with-bulk';

/** A block that was inserted or removed from outside of the history, by its index after or before that. */
export interface BlockChange {
  readonly kind: 'insert' | 'remove';
  readonly index: number;
}

type Batch = NoteEditor['history']['undos'][number];

/**
 * Adapts the steps that can be undone to a block inserted or removed elsewhere. A step that touches the removed block
 * is dropped with all before it; steps that were undone cannot be done again.
 */
export function shiftHistory(editor: NoteEditor, change: BlockChange): void {
  const undos: Batch[] = [];
  let { index } = change;
  for (const batch of editor.history.undos.toReversed()) {
    const shifted = isBulk(batch) ? undefined : shiftBatch(batch, { ...change, index });
    if (!shifted) break;
    undos.unshift(shifted.batch);
    index = shifted.index;
  }
  editor.history = { undos, redos: [] };
}

/** The batch as it must be undone after the change, and the index of the change before the batch. */
function shiftBatch(batch: Batch, change: BlockChange): { batch: Batch; index: number } | undefined {
  const operations: Operation[] = [];
  let { index } = change;
  for (const operation of batch.operations.toReversed()) {
    const before = indexBefore(operation, { ...change, index });
    if (before === undefined) return undefined;
    // The path of an insertion names a place after it, every other path one before its operation.
    const at = operation.type === 'insert_node' && operation.path.length === 1 ? index : before;
    const shifted = shiftOperation(operation, { ...change, index: at });
    if (!shifted) return undefined;
    operations.unshift(shifted);
    index = before;
  }
  const selectionBefore = batch.selectionBefore && shiftRange(batch.selectionBefore, { ...change, index });
  return { batch: { operations, selectionBefore: selectionBefore ?? null }, index };
}

/** Index of the change before an operation, by its index after that; undefined when they touch the same block. */
function indexBefore(operation: Operation, { kind, index }: BlockChange): number | undefined {
  if (!('path' in operation) || operation.path.length !== 1) return index;
  const [block] = operation.path as [number];
  switch (operation.type) {
    case 'insert_node':
      if (index === block) return kind === 'insert' ? index : undefined;
      return index > block ? index - 1 : index;
    case 'remove_node':
      return index > block || (kind === 'remove' && index === block) ? index + 1 : index;
    case 'split_node':
      if (index === block + 1 || (kind === 'remove' && index === block)) return undefined;
      return index > block ? index - 1 : index;
    case 'merge_node':
      if (kind === 'remove' && index === block - 1) return undefined;
      return index >= block ? index + 1 : index;
    case 'move_node':
      return undefined;
    default:
      return index;
  }
}

function shiftOperation(operation: Operation, change: BlockChange): Operation | undefined {
  if (!('path' in operation)) return operation;
  const path = shiftPath(operation.path, change);
  if (!path) return undefined;
  if (operation.type !== 'move_node') return { ...operation, path };
  const newPath = shiftPath(operation.newPath, change);
  return newPath && { ...operation, path, newPath };
}

function shiftPath([block, ...rest]: Path, { kind, index }: BlockChange): Path | undefined {
  if (kind === 'insert') return [block! >= index ? block! + 1 : block!, ...rest];
  if (block === index) return undefined;
  return [block! > index ? block! - 1 : block!, ...rest];
}

function shiftRange({ anchor, focus }: Range, change: BlockChange): Range | undefined {
  const [first, second] = [shiftPoint(anchor, change), shiftPoint(focus, change)];
  return first && second && { anchor: first, focus: second };
}

function shiftPoint({ path, offset }: Point, change: BlockChange): Point | undefined {
  const shifted = shiftPath(path, change);
  return shifted && { path: shifted, offset };
}
