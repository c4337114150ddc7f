/** What a computer reports about versions, checked and in the words of the API. */
import {
  Actor,
  type Cause,
  type DeletedFile,
  type GetHistorySettingsResponse,
  type LineCounts,
  NotKept,
  type Version,
  VersionKind,
} from '@zo/proto/agent/v1';
import { fromAgentPath, sanitiseAmount, sanitiseText, sanitiseTime } from '@zo/computer-client';
import type { DeletedAnswer, FileVersionAnswer } from './versions.dto.js';

const MAX_ID = 64;
const AUTHOR: Partial<Record<Actor, FileVersionAnswer['author']>> = {
  [Actor.USER]: 'user',
  [Actor.ASSISTANT]: 'assistant',
  [Actor.TERMINAL]: 'terminal',
};
const KIND: Partial<Record<VersionKind, FileVersionAnswer['kind']>> = {
  [VersionKind.DELETED]: 'deleted',
  [VersionKind.MOVED_AWAY]: 'moved',
  [VersionKind.MOVED_HERE]: 'moved-here',
};
export const NOT_KEPT: Partial<Record<NotKept, FileVersionAnswer['notKept']>> = {
  [NotKept.TOO_LARGE]: 'too-large',
  [NotKept.NO_ROOM]: 'no-room',
  [NotKept.DAMAGED]: 'damaged',
};

export const presentAuthor = (cause: Cause | undefined) => ({
  author: AUTHOR[cause?.actor ?? Actor.UNSPECIFIED] ?? ('unknown' as const),
  ...(cause?.conversationId && { conversationId: sanitiseText(cause.conversationId, MAX_ID) }),
});

const MAX_DAYS = 3_650;
const MAX_RULES = 100;
const MAX_RULE = 100;

export function presentSettings({ settings, usage, defaultLimitBytes, maxLimitBytes }: GetHistorySettingsResponse) {
  return {
    limitBytes: sanitiseAmount(settings?.limitBytes ?? 0),
    keepDays: Math.max(1, sanitiseAmount(settings?.keepDays ?? 0, MAX_DAYS)),
    ignored: (settings?.ignored ?? []).slice(0, MAX_RULES).map((rule) => sanitiseText(rule, MAX_RULE)),
    usedBytes: sanitiseAmount(usage?.usedBytes ?? 0),
    defaultLimitBytes: sanitiseAmount(defaultLimitBytes),
    maxLimitBytes: sanitiseAmount(maxLimitBytes),
  };
}

export function presentVersion({ seq, kind, atMs, size, notKept, other, cause }: Version): FileVersionAnswer {
  const reason = NOT_KEPT[notKept];
  return {
    version: sanitiseAmount(seq),
    kind: KIND[kind] ?? 'content',
    at: sanitiseTime(atMs).getTime(),
    size: sanitiseAmount(size),
    ...(reason && { notKept: reason }),
    ...(other && { other: fromAgentPath(other) }),
    ...presentAuthor(cause),
  };
}

export const presentCounts = (counts: LineCounts | undefined) =>
  counts?.known ? { added: sanitiseAmount(counts.added), removed: sanitiseAmount(counts.removed) } : null;

export function presentDeleted({ path, seq, deletedSeq, atMs, size, cause }: DeletedFile): DeletedAnswer {
  return {
    ...fromAgentPath(path),
    version: sanitiseAmount(seq),
    deletion: sanitiseAmount(deletedSeq),
    at: sanitiseTime(atMs).getTime(),
    size: sanitiseAmount(size),
    ...presentAuthor(cause),
  };
}
