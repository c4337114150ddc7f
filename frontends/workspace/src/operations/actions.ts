import { formatSize } from '@zo/web/format';
import { api, store, toProblem } from '@zo/web/store';
import { isOnMachine, nameOf, ofComputer, parentOf, pathKey, rawHref, zipHref, type Location } from '@zo/web/paths';
import { toast, writeClipboard } from '@zo/web/ui';
import { fileMutations } from '../api/mutations';
import { MESSAGES } from '../messages';
import type { Entry } from '../workspace.slice';
import { showArrived } from './arrivals';
import { followRemoval, followRename } from './follow-path';
import { copySummary, moveProblem, moveSummary, outcomeDetail, topMost } from './move-rules';
import { recordRemovals, withdrawRemovals } from './moves';
import type { Outcome } from './outcome';
import { startProgress } from './progress';
import { remember, type Step } from './steps';
import { isSentTo, transfer } from './transfer';
import { deletedText } from './trash/deleted';
import { isRestored, restoredText } from './trash/restored';
import { sendToTrash, takeFromTrash } from './trash/trash-requests';
import { trashedIn } from './trash/trashed';
import { reversible, undoStep } from './undo';

const { deleteEntries, emptyTrash } = fileMutations.endpoints;

const refresh = (...locations: readonly Location[]): void =>
  void store.dispatch(
    api.util.invalidateTags(locations.map((location) => ({ type: 'Folder' as const, id: pathKey(location) }))),
  );
const TRASH: Location = { root: 'w', path: ['Trash'] };
const detail = (error: unknown) => toProblem(error).detail;

/** Shows how far a move or a copy is. */
function showProgress(verb: 'move' | 'copy', items: readonly Location[], target: Location) {
  const stop = new AbortController();
  const isSent = items.some(isSentTo(target));
  const counted = (done: number) => (verb === 'move' ? MESSAGES.moving : MESSAGES.copying)(done, items.length);
  const { say, end } = startProgress(counted(0), isSent ? { label: 'Cancel', onClick: () => stop.abort() } : undefined);
  return {
    onProgress: (done: number) => say(counted(done)),
    onBytes: (bytes: number, total: number) => say(MESSAGES.sending(verb, formatSize(bytes), formatSize(total))),
    signal: stop.signal,
    end,
  };
}

interface MoveOptions {
  /** What happens to an entry whose name is taken. */
  clash?: 'refuse' | 'keep-both';
}

/** FT-07: moves entries and shows a toast with Undo. Resolves to where they are now. */
export const moveItems = (
  items: readonly Location[],
  target: Location,
  options: MoveOptions = {},
): Promise<Location[]> => reversible(moveAll(items, target, options));

async function moveAll(
  items: readonly Location[],
  target: Location,
  { clash = 'refuse' }: MoveOptions,
): Promise<Location[]> {
  const moving = topMost(items);
  const problem = moveProblem(moving, target);
  if (problem) {
    toast.error(problem);
    return [];
  }
  const progress = showProgress('move', moving, target);
  recordRemovals(moving);
  const { done, failed } = await transfer(moving, { verb: 'move', target, clash, ...progress });
  const movedKeys = new Set(done.map(({ from }) => pathKey(from)));
  withdrawRemovals(moving.filter((item) => !movedKeys.has(pathKey(item))));
  for (const { from, to } of done) followRename(from, to);
  refresh(target, ...moving.map(parentOf));
  const step = done.length > 0 ? remember({ type: 'moved', moves: done }) : undefined;
  const total = moving.length;
  const text = moveSummary({ done: done.length, total, target, name: nameOf(moving[0]!), failed });
  sayDone(text, { id: progress.end(), step, done, failed });
  return done.map(({ to }) => to);
}

interface Said extends Pick<Outcome, 'done' | 'failed' | 'leftOut'> {
  id: string | number | undefined;
  step: Step | undefined;
}

function sayDone(text: string, { id, step, ...outcome }: Said): void {
  const action = step && { label: 'Undo', onClick: () => void undoStep(step) };
  const description = outcomeDetail(outcome);
  if (outcome.failed) toast.error(text, { id, action, description });
  else toast.success(text, { id, action, description });
}

/** FT-12: copies entries within their folder, under free names. */
export async function duplicateItems(items: readonly Location[]): Promise<void> {
  for (const group of Object.values(Object.groupBy(items, (item) => pathKey(parentOf(item))))) {
    if (group?.[0]) await copyItems(group, parentOf(group[0]));
  }
}

/** FT-12: copies into a folder; a name conflict keeps both. Resolves to the copies. */
export const copyItems = (items: readonly Location[], target: Location): Promise<Location[]> =>
  reversible(copyAll(items, target));

async function copyAll(items: readonly Location[], target: Location): Promise<Location[]> {
  const copying = topMost(items);
  const progress = showProgress('copy', copying, target);
  const how = { verb: 'copy', target, clash: 'keep-both', ...progress } as const;
  const { done, failed, leftOut } = await transfer(copying, how);
  const made = done.map(({ to }) => to);
  refresh(target);
  showArrived(made);
  const step = made.length > 0 ? remember({ type: 'made', made }) : undefined;
  const text = copySummary({ done: made.length, total: copying.length, target, name: nameOf(copying[0]!), failed });
  sayDone(text, { id: progress.end(), step, done, failed, leftOut });
  return made;
}

/** TR-01: moves entries to the trash and offers Undo. */
export const trashItems = (items: readonly Location[]): Promise<boolean> => reversible(trashAll(items));

async function trashAll(items: readonly Location[]): Promise<boolean> {
  const chosen = topMost(items);
  recordRemovals(chosen);
  const { results, error, toastId: id } = await sendToTrash(chosen);
  const trashed = trashedIn(results);
  const count = trashed.reduce((sum, { names }) => sum + names.length, 0);
  withdrawRemovals(chosen.filter((_item, index) => !results[index]?.trashed));
  followRemoval(results.filter((result) => !result.error));
  refresh(TRASH, ...chosen.map(parentOf));
  const reason = error === undefined ? results.find((result) => result.error)?.error : detail(error);
  if (count === 0) {
    toast.error(MESSAGES.trashFailed, { id, description: reason });
    return false;
  }
  const step = remember({ type: 'trashed', trashed });
  const action = { label: 'Undo', onClick: () => void undoStep(step) };
  const { one, many, some } = isOnMachine(chosen[0]!) ? MESSAGES.trashedThere : MESSAGES.trashedHere;
  if (count < chosen.length) toast.error(some(count, chosen.length), { id, description: reason, action });
  else if (count > 1) toast.success(many(count), { id, action });
  else toast.success(one, { id, description: nameOf(chosen[0]!), action });
  return true;
}

/** TR-01, TR-02: restores entries to their old paths and offers Undo; the first failure stops the rest. */
export const restoreItems = (names: readonly string[]): Promise<void> => reversible(restoreAll(names));

async function restoreAll(names: readonly string[]): Promise<void> {
  const { results, error, toastId: id } = await takeFromTrash([{ root: 'w', names: [...names] }]);
  const back = results.filter(isRestored);
  refresh(TRASH, ...back.map(({ to }) => parentOf(to)));
  const made = back.map(({ to: { root, path } }): Location => ({ root, path }));
  const step = made.length > 0 ? remember({ type: 'made', made }) : undefined;
  const action = step && { label: 'Undo', onClick: () => void undoStep(step) };
  const failure = error === undefined ? results.at(-1)?.error : detail(error);
  const { title, description } = restoredText(back);
  if (failure === undefined) toast.success(title, { id, description, action });
  else toast.error(MESSAGES.restoreFailed(failure), { id, description: title || undefined, action });
}

/** TR-01: deletes permanently; a dialog has asked before. */
export async function deleteItems(items: readonly Location[]): Promise<void> {
  try {
    const chosen = topMost(items).map(ofComputer);
    const { results } = await store.dispatch(deleteEntries.initiate({ items: chosen })).unwrap();
    refresh(TRASH, ...items.map(parentOf));
    const { title, failure } = deletedText(results);
    if (failure === undefined) toast.success(title);
    else toast.error(title, { description: failure });
  } catch (error) {
    toast.error(MESSAGES.deleteFailed, { description: detail(error) });
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
