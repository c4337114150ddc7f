import { filesApi, store, toProblem, type OpenFile, type Problem } from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { fileMutations } from '../api/mutations';
import { editBetween } from './edit-between';
import type { Merge, MergeInput } from './merge';
import { mergeInWorker } from './merge-in-worker';
import type { DiskState, DocumentDisk, TextState } from './document-state';
import { TOO_LARGE_TO_SAVE } from './messages';

/** A save contains the whole text; the server refuses longer ones. */
export const MAX_SAVED_LENGTH = 16 * 1024 * 1024;

const ROUTINE = /\.zoroutine$/i;
const GONE: DiskState = { content: '', hash: null, mtimeMs: 0 };

/** The state of an opened text file; undefined for a file without text. */
export const textOf = (file: OpenFile | undefined): TextState | undefined =>
  file && typeof file.fileContent === 'string'
    ? { content: file.fileContent, hash: file.hash ?? '', mtimeMs: file.mtimeMs }
    : undefined;

/** The state of an opened file, whether or not it has text. */
export const stateOf = (file: OpenFile): DiskState =>
  textOf(file) ?? { content: null, hash: file.hash ?? '', mtimeMs: file.mtimeMs };

async function read(location: Location): Promise<DiskState> {
  const query = store.dispatch(
    filesApi.endpoints.openFile.initiate(location, { forceRefetch: true, subscribe: false }),
  );
  try {
    return stateOf(await query.unwrap());
  } catch (error) {
    const problem = toProblem(error);
    if (problem.status === 404) return GONE;
    throw problem;
  }
}

/** Sends only what differs from the text that is replaced, if that is known and long. */
async function write(location: Location, content: string, { hash, content: known }: TextState) {
  if (content.length > MAX_SAVED_LENGTH)
    throw { status: 413, code: 'files.too_large', detail: TOO_LARGE_TO_SAVE, extras: {} } satisfies Problem;
  const edit = hash === null ? undefined : editBetween(known, content);
  const { root, path } = location;
  const base = hash === null ? { absent: true as const } : { hash };
  try {
    return await store
      .dispatch(
        fileMutations.endpoints.writeFile.initiate({ root, path, ...(edit ? { edits: [edit] } : { content }), base }),
      )
      .unwrap();
  } catch (error) {
    throw toProblem(error);
  }
}

async function merge(input: MergeInput, { path }: Location): Promise<Merge> {
  const merged = await mergeInWorker(input);
  if (merged.clean || !ROUTINE.test(path.at(-1) ?? '')) return merged;
  return import('./merge-routine').then(({ mergeRoutine }) => mergeRoutine(input)).catch(() => merged);
}

/** Files of the user's computer, through the API. */
export const serverDisk: DocumentDisk = { read, write, merge };
