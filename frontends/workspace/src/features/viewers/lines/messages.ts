import { formatNumber, formatSize } from '@zo/web/format';

// FV-01: user-visible texts of the viewer of long texts.
export const LINES = {
  readOnly: (size: number) => `Read-only: the editor takes up to 8 MB, and this file has ${formatSize(size)}.`,
  find: 'Find in this text',
  line: 'Line',
  lines: (count: number, isAtLeast: boolean) => `of ${isAtLeast ? 'at least ' : ''}${formatNumber(count)}`,
} as const;
