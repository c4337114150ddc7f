import { filesApi, store, toProblem } from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { mergeInWorker } from '../../document/merge-in-worker';
import { stateOf } from '../../document/server-disk';
import { documents } from '../../document/use-document';
import { VERSIONS } from './messages';

/** A change of the text: from `base`, which was compared, to `next`, which has the lines of the left side. */
interface Change {
  base: string;
  next: string;
  /** The first line of it, as it is shown. */
  line: string;
}

/** Makes the change in the text as it is now, unsaved edits included. @throws Problem, or a sentence */
async function apply(location: Location, { base, next }: Change): Promise<boolean> {
  const query = store.dispatch(
    filesApi.endpoints.openFile.initiate(location, { forceRefetch: true, subscribe: false }),
  );
  const document = await documents.open(location, stateOf(await query.unwrap()));
  if (!document) throw VERSIONS.notText;
  try {
    const merged = await mergeInWorker({ base, mine: document.state.text, theirs: next });
    if (!merged.clean) throw VERSIONS.hunkChanged;
    if (merged.text === document.state.text) return false;
    document.edit(merged.text);
    await document.save();
    return true;
  } finally {
    documents.close(document);
  }
}

/** Puts the lines of an earlier version back into the text as it is now; the toast takes it back. */
export async function restoreHunk(location: Location, change: Change): Promise<void> {
  try {
    const isDone = await apply(location, change);
    if (!isDone) return void toast(VERSIONS.hunkSame);
    const back = { ...change, base: change.next, next: change.base };
    toast.success(VERSIONS.hunkRestored(change.line), {
      action: { label: 'Undo', onClick: () => void undo(location, back) },
    });
  } catch (error) {
    toast.error(VERSIONS.restoreFailed, { description: sentenceOf(error) });
  }
}

const sentenceOf = (error: unknown) => (typeof error === 'string' ? error : toProblem(error).detail);

async function undo(location: Location, change: Change): Promise<void> {
  await apply(location, change).catch((error: unknown) =>
    toast.error(VERSIONS.restoreFailed, { description: sentenceOf(error) }),
  );
}
