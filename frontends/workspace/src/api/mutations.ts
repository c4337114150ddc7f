import type { Answer, Asked, ItemResult } from '@zo/web/api';
import { api } from '@zo/web/store';
import type { Location, Root } from '@zo/web/paths';

export type CreateType = Asked<'Tree.create'>['type'];
/** Outcome of one item of a bulk operation. */
export type Moved = Omit<ItemResult, 'to'> & Location & { to?: Location };
/** Outcome of one entry that was brought back. */
export type Restored = Omit<Answer<'Trash.restore'>['results'][number], 'to' | 'origin'> & {
  to?: Location;
  origin?: Location;
};
/** The expected content that a save replaces: the bytes with that hash, no file, or anything. */
export type WriteBase = Asked<'Tree.write'>['base'];

const location = ({ root, path }: Location): Location => ({ root, path });

/** Endpoints that change files. The tree and the listing are updated by live events, so nothing is invalidated here. */
export const fileMutations = api.injectEndpoints({
  endpoints: (build) => {
    const post = <Answer, Body extends object>(url: string) =>
      build.mutation<Answer, Body>({ query: (body) => ({ url: `files/${url}`, method: 'POST', body }) });
    // Rows of a folder have more fields than root and path, and the API rejects unknown fields.
    const transfer = (url: string) =>
      build.mutation<{ results: Moved[] }, { items: Location[]; target: Location; clash?: 'refuse' | 'keep-both' }>({
        query: ({ items, target, clash }) => ({
          url: `files/${url}`,
          method: 'POST',
          body: { items: items.map(location), target: location(target), clash },
        }),
      });
    return {
      createEntry: post<Location, Asked<'Tree.create'>>('create'),
      writeFile: post<Answer<'Tree.write'>, Asked<'Tree.write'>>('write'),
      renameEntry: post<Location, Asked<'Tree.rename'>>('rename'),
      moveEntries: transfer('move'),
      copyEntries: transfer('copy'),
      trashEntries: post<{ results: Moved[] }, { items: Location[] }>('trash'),
      restoreEntries: post<{ results: Restored[] }, { root?: Root; names: string[] }>('restore'),
      deleteEntries: post<Answer<'Trash.remove'>, Asked<'Trash.remove'>>('delete'),
      emptyTrash: post<Answer<'Trash.empty'>, Record<string, never>>('empty-trash'),
    };
  },
});
