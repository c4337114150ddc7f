import { api } from '@zo/web/store';
import type { FilePath } from '@zo/web/paths';

export type CreateType = 'file' | 'folder' | 'note' | 'markdown' | 'sheet' | 'zoroutine' | 'site';
/** Outcome of one item of a bulk operation. */
export interface Moved extends FilePath {
  to?: FilePath;
  error?: string;
}
/** What a save replaces: the bytes of that hash, nothing, or whatever is there. */
export type WriteBase = { hash: string } | { absent: true } | { any: true };

const place = ({ root, path }: FilePath): FilePath => ({ root, path });

/** Every change of files. The tree and the listing hear of it from the live events, so nothing is invalidated here. */
export const fileMutations = api.injectEndpoints({
  endpoints: (build) => {
    const post = <Answer, Body extends object>(url: string) => build.mutation<Answer, Body>({ query: (body) => ({ url: `files/${url}`, method: 'POST', body }) });
    // Rows of a folder are places with more to them; the API takes exactly root and path.
    const transfer = (url: string) =>
      build.mutation<{ results: Moved[] }, { items: FilePath[]; target: FilePath; clash?: 'refuse' | 'keep-both' }>({
        query: ({ items, target, clash }) => ({ url: `files/${url}`, method: 'POST', body: { items: items.map(place), target: place(target), clash } }),
      });
    return {
      createEntry: post<FilePath, FilePath & { type: CreateType; content?: string }>('create'),
      writeFile: post<{ hash: string; size: number; mtimeMs: number }, FilePath & { content: string; base: WriteBase }>('write'),
      renameEntry: post<FilePath, FilePath & { name: string }>('rename'),
      moveEntries: transfer('move'),
      copyEntries: transfer('copy'),
      trashEntries: post<{ results: (FilePath & { trashed?: string; error?: string })[] }, { items: FilePath[] }>('trash'),
      restoreEntries: post<{ results: { name: string; to?: FilePath; error?: string }[] }, { names: string[] }>('restore'),
      deleteEntries: post<{ results?: (FilePath & { error?: string })[] }, { items: FilePath[] }>('delete'),
      emptyTrash: post<{ removed: number }, Record<string, never>>('empty-trash'),
    };
  },
});
