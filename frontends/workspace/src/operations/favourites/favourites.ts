import { isOnComputer, isSame, isWithin, type Location } from '@zo/web/paths';
import { accountApi, settingsApi, store, toProblem, type Settings } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { MESSAGES } from '../../messages';

const MAX_FAVOURITES = 50;

export type Favourite = Settings['favourites'][number];
export type Favourites = readonly Favourite[];
type Change = (list: Favourites) => Favourites;

/** The list after a move of one of its entries, or of a folder above it; the same list when that changes nothing. */
export function followed(list: Favourites, from: Location, to: Location): Favourites {
  if (!isOnComputer(to) || !list.some((favourite) => isWithin(favourite, from))) return list;
  const moved = list.map((favourite) =>
    isWithin(favourite, from)
      ? { ...favourite, root: to.root, path: [...to.path, ...favourite.path.slice(from.path.length)] }
      : favourite,
  );
  // A file that replaces a favourite by a move leaves one of both.
  return moved.filter((favourite, at) => moved.findIndex((other) => isSame(other, favourite)) === at);
}

/** The list without what was deleted; the same list when nothing of it was. */
export const without = (list: Favourites, deleted: Location): Favourites =>
  list.some((favourite) => isWithin(favourite, deleted))
    ? list.filter((favourite) => !isWithin(favourite, deleted))
    : list;

/** The list with `moved` at the place of `target`; an end of the list stays an end. */
export function placed(list: Favourites, moved: Location, target: Location): Favourites {
  const from = list.findIndex((favourite) => isSame(favourite, moved));
  const to = list.findIndex((favourite) => isSame(favourite, target));
  if (from < 0 || to < 0 || from === to) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}

const known = (): Favourites => accountApi.endpoints.me.select()(store.getState()).data?.settings.favourites ?? [];

export const isFavourite = (location: Location): boolean => known().some((favourite) => isSame(favourite, location));

async function apply(change: Change): Promise<void> {
  // Another tab or device may have changed the list.
  await store.dispatch(accountApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const before = known();
  const favourites = change(before);
  if (favourites === before) return;
  if (favourites.length > MAX_FAVOURITES) return void toast.error(MESSAGES.tooManyFavourites(MAX_FAVOURITES));
  await store
    .dispatch(settingsApi.endpoints.updateSettings.initiate({ favourites: [...favourites] }))
    .unwrap()
    .catch((error: unknown) => toast.error(MESSAGES.favouriteFailed, { description: toProblem(error).detail }));
}

/** One change after the other, so that none is made from a list that another is about to replace. */
let last: Promise<void> = Promise.resolve();
const queue = (change: Change): Promise<void> => (last = last.then(() => apply(change)));

/** Adds an entry to the end of the favourites, or removes it. */
export function toggleFavourite({ root, path, isDirectory }: Favourite): Promise<void> {
  const isAdded = !isFavourite({ root, path });
  return queue((list) => {
    const others = list.filter((favourite) => !isSame(favourite, { root, path }));
    if (isAdded === others.length < list.length) return list;
    return isAdded ? [...list, { root, path, isDirectory }] : others;
  });
}

/** Puts a favourite at the place of another one. */
export const placeFavourite = (moved: Location, target: Location): Promise<void> =>
  queue((list) => placed(list, moved, target));

/** A favourite stays one in the trash, where it is not shown, so that it is there again after a restore. */
export function followFavourites(from: Location, to: Location): void {
  if (followed(known(), from, to) !== known()) void queue((list) => followed(list, from, to));
}

export function forgetFavourites(deleted: Location): void {
  if (without(known(), deleted) !== known()) void queue((list) => without(list, deleted));
}
