import type { Workbook } from './workbook';

/** SH-01: whether the toolbar or the tabs of the worksheets are shown: unless the file says false. */
export const isShown = ({ book }: { book: Workbook }, part: 'toolbar' | 'tabs'): boolean =>
  book.members.find(({ key }) => key === part)?.source !== 'false';
