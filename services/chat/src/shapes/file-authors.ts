/** Who has written what a file holds, as the history of its computer tells it. */
import { type ListVersionsResponse, type Origin, type Version, VersionKind } from '@zo/proto/agent/v1';

/** An author with the last version that has bytes of theirs. */
export type Written = Pick<Origin, 'cause' | 'seq'>;

export interface FileAuthors {
  readonly all: readonly Written[];
  /** Nobody else has written it. */
  readonly isWhole: boolean;
}

export const NOBODY: FileAuthors = { all: [], isWhole: true };

export function fileAuthors({ versions, more, origins, moreOrigins }: ListVersionsResponse): FileAuthors {
  if (origins.length > 0) return { all: origins, isWhole: !moreOrigins };
  // A computer that has been awake since the release before tells no more than the versions that are asked for.
  return { all: versions.filter(isWriting), isWhole: !more };
}

const isWriting = ({ kind }: Version) =>
  ![VersionKind.DELETED, VersionKind.MOVED_AWAY, VersionKind.MOVED_HERE].includes(kind);
