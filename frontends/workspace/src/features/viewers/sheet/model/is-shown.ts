import type { Workbook } from './workbook';

/** SH-01: whether the file lets its toolbar or the tabs of its worksheets be shown; a file that does not say so does. */
export const isShown = ({ book }: { book: Workbook }, part: 'toolbar' | 'tabs'): boolean =>
  book.members.find(({ key }) => key === part)?.source !== 'false';
