/** Reverses operations. */
import { api, store } from '@zo/web/store';
import { isOnMachine, isSame, nameOf, parentOf, pathKey, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { fileMutations } from '../api/mutations';
import { MESSAGES } from '../messages';
import { showArrived } from './arrivals';
import { followRemoval, followRename } from './follow-path';
import { failureOf, type Failure, type Outcome, type Relocation } from './outcome';
import type { Step, Trashed } from './steps';
import { transfer } from './transfer';
import { isRestored, restoredText } from './trash/restored';
import { sendToTrash, takeFromTrash } from './trash/trash-requests';
import { trashedIn } from './trash/trashed';

const { renameEntry } = fileMutations.endpoints;

/** What became of a step that was reversed. */
export interface Reversed {
  next?: Step | undefined;
  failed?: Failure | undefined;
}

export const reverseStep = (step: Step): Promise<Reversed> =>
  step.type === 'moved' ? moveBack(step.moves) : step.type === 'made' ? trashMade(step.made) : restore(step.trashed);

const refresh = (locations: readonly Location[]): void => {
  const tags = [...new Set(locations.map(pathKey))].map((id) => ({ type: 'Folder' as const, id }));
  store.dispatch(api.util.invalidateTags(tags));
};

/** Never replaces what took the old place meanwhile: the server refuses it, by name. */
async function moveBack(moves: readonly Relocation[]): Promise<Reversed> {
  const back: Relocation[] = [];
  let failed: Failure | undefined;
  for (const group of Object.values(Object.groupBy(moves, ({ from }) => pathKey(parentOf(from))))) {
    const outcome = await moveGroup(group!);
    back.push(...outcome.done);
    failed ??= outcome.failed;
  }
  refresh(back.flatMap(({ from, to }) => [parentOf(from), parentOf(to)]));
  showArrived(back.map(({ to }) => to));
  if (!failed && back[0]) toast.success(movedBack(back, back[0]));
  return { next: back.length > 0 ? { type: 'moved', moves: back } : undefined, failed };
}

function movedBack(back: readonly Relocation[], { from, to }: Relocation): string {
  const folder = nameOf(parentOf(to));
  if (back.length > 1) return MESSAGES.movedMany(back.length, folder);
  return isSame(parentOf(from), parentOf(to))
    ? MESSAGES.renamedBack(nameOf(from), nameOf(to))
    : MESSAGES.movedOne(nameOf(to), folder);
}

/** Entries of one old folder: first back into it, then back to their old names. */
async function moveGroup(group: readonly Relocation[]): Promise<Outcome> {
  const target = parentOf(group[0]!.from);
  const away = group.filter(({ to }) => !isSame(parentOf(to), target));
  const outcome = await transfer(
    away.map(({ to }) => to),
    { verb: 'move', target },
  );
  for (const { from, to } of outcome.done) if (isOnMachine(from) || isOnMachine(to)) followRename(from, to);
  const arrived = new Map(outcome.done.map(({ from, to }) => [pathKey(from), to]));
  const done: Relocation[] = [];
  for (const { from, to } of group) {
    const here = isSame(parentOf(to), target) ? to : arrived.get(pathKey(to));
    if (!here) continue;
    try {
      done.push({ from: to, to: nameOf(here) === nameOf(from) ? here : await rename(here, nameOf(from)) });
    } catch (error) {
      if (here !== to) done.push({ from: to, to: here });
      outcome.failed ??= failureOf(nameOf(from), error);
    }
  }
  return { ...outcome, done };
}

async function rename({ root, path }: Location, name: string): Promise<Location> {
  const renamed = await store.dispatch(renameEntry.initiate({ root, path, name })).unwrap();
  const to = { root: renamed.root, path: renamed.path };
  followRename({ root, path }, to);
  return to;
}

/** What was made goes to the trash, with all that was done to it since. */
async function trashMade(made: readonly Location[]): Promise<Reversed> {
  const { results, error, toastId: id } = await sendToTrash(made);
  const trashed = trashedIn(results);
  followRemoval(results.filter((result) => !result.error));
  refresh([{ root: 'w', path: ['Trash'] }, ...made.map(parentOf)]);
  const kept = results.find((result) => result.error);
  const failed = error === undefined ? kept && { name: nameOf(kept), reason: kept.error! } : failureOf('', error);
  const { one, many } = isOnMachine(made[0]!) ? MESSAGES.trashedThere : MESSAGES.trashedHere;
  if (failed) dismiss(id);
  else if (made.length > 1) toast.success(many(made.length), { id });
  else toast.success(one, { id, description: nameOf(made[0]!) });
  return { next: trashed.length > 0 ? { type: 'trashed', trashed } : undefined, failed };
}

/** TR-01, TR-02: brings entries of the trash back; the first failure stops the rest. */
async function restore(trashed: readonly Trashed[]): Promise<Reversed> {
  const { results, error, toastId: id } = await takeFromTrash(trashed);
  const back = results.filter(isRestored);
  const kept = results.find((result) => result.error);
  const failed = error === undefined ? kept && { name: kept.name, reason: kept.error! } : failureOf('', error);
  const made = back.map(({ to }): Location => ({ root: to.root, path: to.path }));
  refresh([{ root: 'w', path: ['Trash'] }, ...made.map(parentOf)]);
  showArrived(made);
  const { title, description } = restoredText(back);
  if (failed || !title) dismiss(id);
  else toast.success(title, { id, description });
  return { next: made.length > 0 ? { type: 'made', made } : undefined, failed };
}

/** Ends the progress, because the failure is said elsewhere. */
const dismiss = (id: string | number | undefined): void => void (id !== undefined && toast.dismiss(id));
