/** What a computer reports about a folder's history, checked and in the words of the API. */
import {
  type FolderFile,
  type FolderMoment,
  Restored,
  type RestoreFolderResponse,
  type RestoreRunResponse,
  SinceThen,
} from '@zo/proto/agent/v1';
import { fromAgentPath, sanitiseAmount, sanitiseText, sanitiseTime } from '@zo/computer-client';
import type { FolderFileAnswer, MomentAnswer, RestoredFolder } from './folders.dto.js';
import { NOT_KEPT, presentAuthor } from './versions.presenter.js';

const MAX_EXAMPLES = 3;
const MAX_LEFT = 200;
const MAX_ID = 64;
const SINCE_THEN: Partial<Record<SinceThen, FolderFileAnswer['sinceThen']>> = {
  [SinceThen.CHANGED]: 'changed',
  [SinceThen.GONE]: 'gone',
  [SinceThen.NEW]: 'new',
};
const WHY: Partial<Record<Restored, RestoredFolder['left'][number]['why']>> = {
  [Restored.CHANGED_SINCE]: 'changed-since',
  [Restored.NOT_KEPT]: 'not-kept',
};

export const presentMoment = ({ seq, firstMs, lastMs, files, examples, cause }: FolderMoment): MomentAnswer => ({
  moment: sanitiseAmount(seq),
  first: sanitiseTime(firstMs).getTime(),
  last: sanitiseTime(lastMs).getTime(),
  files: sanitiseAmount(files),
  examples: examples.slice(0, MAX_EXAMPLES).map(fromAgentPath),
  ...presentAuthor(cause),
});

export function presentFolderFile({ path, seq, size, mtimeMs, sinceThen, notKept }: FolderFile): FolderFileAnswer {
  const reason = NOT_KEPT[notKept];
  return {
    ...fromAgentPath(path),
    ...(seq > 0n && { version: sanitiseAmount(seq) }),
    size: sanitiseAmount(size),
    mtime: sanitiseTime(mtimeMs).getTime(),
    sinceThen: SINCE_THEN[sinceThen] ?? 'same',
    ...(reason && { notKept: reason }),
  };
}

export const presentRestored = ({
  changes,
  undoRunId,
}: RestoreFolderResponse | RestoreRunResponse): RestoredFolder => ({
  restored: sanitiseAmount(changes?.restored ?? 0),
  left: (changes?.left ?? [])
    .slice(0, MAX_LEFT)
    .map(({ path, outcome }) => ({ ...fromAgentPath(path), why: WHY[outcome] ?? ('failed' as const) })),
  leftCount: sanitiseAmount(changes?.leftCount ?? 0),
  undo: sanitiseText(undoRunId, MAX_ID),
});
