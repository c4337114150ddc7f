import { formatSize } from '@zo/web/format';

/** Bytes of the largest text that the server sends to the editor. */
const MAX_EDITED = 8 * 1024 * 1024;

// FV-01: user-visible texts of the viewer of long texts.
export const LINES = {
  readOnly: (size: number) =>
    size > MAX_EDITED
      ? `Read-only: the editor takes up to 8 MB, and this file has ${formatSize(size)}.`
      : 'Read-only: this text is not in UTF-8, and the editor would change its letters.',
  find: 'Find in this text',
  previous: 'Previous match',
  next: 'Next match',
  line: 'Line',
  noMatches: 'No matches',
  searching: 'Searching …',
  of: (hit: number, hits: number) => `${hit.toLocaleString('en-US')} of ${hits.toLocaleString('en-US')}`,
  lines: (count: number, isAtLeast: boolean) => `of ${isAtLeast ? 'at least ' : ''}${count.toLocaleString('en-US')}`,
} as const;
