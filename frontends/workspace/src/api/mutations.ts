import type { Answer, Asked, ItemResult } from '@zo/web/api';
import { api } from '@zo/web/store';
import type { Location } from '@zo/web/paths';

export type CreateType = Asked<'Tree.create'>['type'];
/** Outcome of one item of a bulk operation. */
export type Moved = ItemResult;
/** What a save replaces: the bytes of that hash, nothing, or whatever is there. */
export type WriteBase = Asked<'Tree.write'>['base'];

const place = ({ root, path }: Location): Location => ({ root, path });

/** Every change of files. The tree and the listing hear of it from the live events, so nothing is invalidated here. */
export const fileMutations = api.injectEndpoints({
  endpoints: (build) => {
    const post = <Answer, Body extends object>(url: string) =>
      build.mutation<Answer, Body>({ query: (body) => ({ url: `files/${url}`, method: 'POST', body }) });
    // Rows of a folder are places with more to them; the API takes exactly root and path.
    const transfer = (url: string) =>
      build.mutation<Answer<'Tree.move'>, { items: Location[]; target: Location; clash?: 'refuse' | 'keep-both' }>({
        query: ({ items, target, clash }) => ({
          url: `files/${url}`,
          method: 'POST',
          body: { items: items.map(place), target: place(target), clash },
        }),
      });
    return {
      createEntry: post<Answer<'Tree.create'>, Asked<'Tree.create'>>('create'),
      writeFile: post<Answer<'Tree.write'>, Asked<'Tree.write'>>('write'),
      renameEntry: post<Answer<'Tree.rename'>, Asked<'Tree.rename'>>('rename'),
      moveEntries: transfer('move'),
      copyEntries: transfer('copy'),
      trashEntries: post<Answer<'Trash.trash'>, Asked<'Trash.trash'>>('trash'),
      restoreEntries: post<Answer<'Trash.restore'>, Asked<'Trash.restore'>>('restore'),
      deleteEntries: post<Answer<'Trash.remove'>, Asked<'Trash.remove'>>('delete'),
      emptyTrash: post<Answer<'Trash.empty'>, Record<string, never>>('empty-trash'),
    };
  },
});
