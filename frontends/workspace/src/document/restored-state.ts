import { isText, type DiskState, type DocumentState, type TextState } from './document-state';
import type { Draft } from './draft';
import { TOO_LARGE } from './messages';

/** What is shown of a draft of an earlier visit. `base`: the file, without its text if that is too large to edit. */
export function restoredState(draft: Draft, file: DiskState, base: TextState): Partial<DocumentState> {
  const { content: text } = draft;
  if (file.hash === null) return { text, status: 'deleted' };
  if (!isText(file) && !draft.baseHash) return { text, status: 'refused', problem: TOO_LARGE };
  const isCurrent = draft.baseHash ? draft.baseHash === base.hash : draft.baseMtime === file.mtimeMs;
  // Otherwise the file is newer than the draft: the user decides which one counts.
  return isCurrent ? { text, status: 'dirty' } : { text, status: 'conflict', theirs: base };
}
