import { api, store, toProblem } from '@zo/web/store';
import { pathKey } from '@zo/web/paths';
import { HITS, replaceApi, type FileChange, type ReplacedFile } from '../api/replace.endpoints';

/** Files of one request, and edits of all its files together. */
const MAX_FILES = 25;
const MAX_EDITS = 1_000;

/** What became of the files: what would take it back, and those that were left as they are. */
export interface Replaced {
  done: FileChange[];
  hits: number;
  undo: FileChange[];
  failed: ReplacedFile[];
}

interface Running {
  signal: AbortSignal;
  onProgress: (files: number) => void;
}

const lengthOf = (text: string) => new TextEncoder().encode(text).length;

/** The edits that take those of a file back; `hash` is the one that the file has since. */
export function inverseOf({ root, path, edits }: FileChange, hash: string): FileChange {
  let shift = 0;
  const back = edits
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, found, replacement }) => {
      const edit = { offset: offset + shift, found: replacement, replacement: found };
      shift += lengthOf(replacement) - lengthOf(found);
      return edit;
    });
  return { root, path, hash, edits: back };
}

/** The changes in groups of a size that one request takes. */
export function groupsOf(changes: readonly FileChange[]): FileChange[][] {
  const groups: FileChange[][] = [];
  let edits = 0;
  for (const change of changes) {
    const group = groups.at(-1);
    edits += change.edits.length;
    if (group && group.length < MAX_FILES && edits <= MAX_EDITS) group.push(change);
    else {
      groups.push([change]);
      edits = change.edits.length;
    }
  }
  return groups;
}

/**
 * Changes files, group by group, until the signal is aborted: what was changed until then stays, and can be undone.
 * @throws Problem when the first group fails as a whole
 */
export async function replaceInFiles(
  changes: readonly FileChange[],
  { signal, onProgress }: Running,
): Promise<Replaced> {
  const replaced: Replaced = { done: [], hits: 0, undo: [], failed: [] };
  let seen = 0;
  for (const group of groupsOf(changes)) {
    if (signal.aborted) break;
    try {
      await replaceGroup(group, replaced);
    } catch (error) {
      if (replaced.done.length === 0) throw toProblem(error);
      const { detail, code } = toProblem(error);
      replaced.failed.push(...group.map(({ root, path }) => ({ root, path, error: detail, code })));
      break;
    }
    seen += group.length;
    onProgress(seen);
  }
  store.dispatch(
    api.util.invalidateTags([HITS, ...replaced.done.map((change) => ({ type: 'File' as const, id: pathKey(change) }))]),
  );
  return replaced;
}

async function replaceGroup(group: FileChange[], replaced: Replaced): Promise<void> {
  const { results } = await store.dispatch(replaceApi.endpoints.replace.initiate({ files: group })).unwrap();
  for (const [index, change] of group.entries()) {
    const result = results[index];
    if (result?.hash !== undefined) {
      replaced.done.push(change);
      replaced.hits += change.edits.length;
      replaced.undo.push(inverseOf(change, result.hash));
    } else {
      // Behind a failure of the computer itself nothing was tried.
      const { error, code } = result ?? results.at(-1) ?? {};
      replaced.failed.push({ root: change.root, path: change.path, error, code });
    }
  }
}
