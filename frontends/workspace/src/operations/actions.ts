import { api, store, toProblem } from '@zo/web/store';
import { nameOf, parentOf, pathKey, rawHref, zipHref, type Location } from '@zo/web/paths';
import { toast, writeClipboard } from '@zo/web/ui';
import { fileMutations } from '../api/mutations';
import { MESSAGES } from '../messages';
import { moveProblem, moveSummary, topMost } from './move-rules';
import { folderMoved, type Entry } from '../workspace.slice';

const { moveEntries, copyEntries, trashEntries, restoreEntries, deleteEntries, emptyTrash } = fileMutations.endpoints;

const refresh = (...locations: Location[]): void =>
  void store.dispatch(
    api.util.invalidateTags(locations.map((location) => ({ type: 'Folder' as const, id: pathKey(location) }))),
  );
const TRASH: Location = { root: 'w', path: ['Trash'] };
const detail = (error: unknown) => toProblem(error).detail;

/** FT-07: moves entries and shows a toast with Undo. Resolves to whether anything moved. */
export async function moveItems(
  items: readonly Location[],
  target: Location,
  options: { quiet?: boolean } = {},
): Promise<boolean> {
  const moving = topMost(items);
  const problem = moveProblem(moving, target);
  if (problem) {
    toast.error(problem);
    return false;
  }
  const first = moving[0] ? nameOf(moving[0]) : '';
  try {
    const { results } = await store.dispatch(moveEntries.initiate({ items: moving, target })).unwrap();
    const moved = results.filter((result) => result.to && !result.error);
    const failed = results.find((result) => result.error);
    for (const result of moved)
      store.dispatch(folderMoved({ from: { root: result.root, path: result.path }, to: result.to! }));
    refresh(target, ...moving.map(parentOf));
    const text = moveSummary({
      done: moved.length,
      total: moving.length,
      target,
      name: first,
      failed: failed && { name: nameOf(failed), reason: failed.error ?? '' },
    });
    if (failed) toast.error(text);
    else if (!options.quiet)
      toast.success(text, {
        action: {
          label: 'Undo',
          onClick: () => void undoMove(moved.map((result) => ({ from: result, to: result.to! }))),
        },
      });
    return moved.length > 0;
  } catch (error) {
    toast.error(MESSAGES.moveFailed(moving.length === 1 ? first : `${moving.length} items`, detail(error)));
    return false;
  }
}

async function undoMove(moves: { from: Location; to: Location }[]): Promise<void> {
  for (const { from, to } of moves) await moveItems([to], parentOf(from), { quiet: true });
}

/** FT-12: copies entries within their folder, under free names. */
export async function duplicateItems(items: readonly Location[]): Promise<void> {
  for (const group of Object.values(Object.groupBy(items, (item) => pathKey(parentOf(item))))) {
    if (group?.[0]) await copyItems(group, parentOf(group[0]));
  }
}

/** FT-12: copies into a folder; a name conflict keeps both. */
export async function copyItems(items: readonly Location[], target: Location): Promise<void> {
  try {
    const { results } = await store
      .dispatch(copyEntries.initiate({ items: topMost(items), target, clash: 'keep-both' }))
      .unwrap();
    const failed = results.find((result) => result.error);
    if (failed) toast.error(`Failed to copy ${nameOf(failed)}: ${failed.error}`);
    refresh(target);
  } catch (error) {
    toast.error('Failed to copy', { description: detail(error) });
  }
}

/** TR-01: moves entries to the trash and offers Undo. */
export async function trashItems(items: readonly Location[]): Promise<boolean> {
  const chosen = topMost(items);
  try {
    const { results } = await store.dispatch(trashEntries.initiate({ items: chosen })).unwrap();
    const names = results.flatMap(({ trashed, error }) => (trashed && !error ? [trashed] : []));
    refresh(TRASH, ...chosen.map(parentOf));
    if (names.length === 0) {
      toast.error(MESSAGES.trashFailed, { description: results[0]?.error });
      return false;
    }
    const description = chosen.length === 1 ? nameOf(chosen[0]!) : undefined;
    const undo = { description, action: { label: 'Undo', onClick: () => void restoreItems(names) } };
    if (names.length < chosen.length) toast.error(MESSAGES.trashedSome(names.length, chosen.length), undo);
    else toast.success(chosen.length === 1 ? MESSAGES.trashed : MESSAGES.trashedMany(chosen.length), undo);
    return true;
  } catch (error) {
    toast.error(MESSAGES.trashFailed, { description: detail(error) });
    return false;
  }
}

/** TR-01, TR-02: restores entries to their old paths; the first failure stops the rest. */
export async function restoreItems(names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      const { results } = await store.dispatch(restoreEntries.initiate({ names: [name] })).unwrap();
      const result = results[0];
      if (result?.error) throw new Error(result.error);
      refresh(TRASH, ...(result?.to ? [parentOf(result.to)] : []));
    } catch (error) {
      toast.error(MESSAGES.restoreFailed(detail(error)));
      return;
    }
  }
  toast.success(names.length === 1 ? `Restored "${names[0]}"` : `Restored ${names.length} items`);
}

/** TR-01: deletes permanently; a dialog has asked before. */
export async function deleteItems(items: readonly Location[]): Promise<void> {
  try {
    await store.dispatch(deleteEntries.initiate({ items: topMost(items) })).unwrap();
    refresh(TRASH, ...items.map(parentOf));
    toast.success(MESSAGES.deleted);
  } catch (error) {
    toast.error('Failed to delete', { description: detail(error) });
  }
}

/** TR-01: empties the trash; a dialog has asked before. */
export async function emptyTheTrash(): Promise<void> {
  try {
    await store.dispatch(emptyTrash.initiate({})).unwrap();
    refresh(TRASH);
    toast.success(MESSAGES.trashEmptied);
  } catch (error) {
    toast.error(MESSAGES.emptyFailed, { description: detail(error) });
  }
}

/** FT-11: downloads one file as it is, folders and several entries as one zip, in a new tab. */
export function downloadItems(items: readonly Entry[]): void {
  const [only] = items;
  if (!only) return;
  const href = items.length === 1 && !only.isDirectory ? rawHref(only, { download: true }) : zipHref(items);
  window.open(href, '_blank', 'noopener');
}

/** Copies text and shows a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await writeClipboard(text);
    toast.success(done);
  } catch {
    toast.error('Failed to copy link');
  }
}
