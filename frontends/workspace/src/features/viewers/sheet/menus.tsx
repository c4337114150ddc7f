import {
  ArrowDownAZ,
  ArrowUpAZ,
  BetweenHorizontalStart,
  BetweenVerticalStart,
  Eraser,
  ListFilter,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
} from 'lucide-react';
import { formatCount } from '@zo/web/format';
import type { MenuEntry } from '@zo/web/ui';
import { merge, mergesWithin, unmerge } from './area-commands';
import { clearCells, clearFilters, deleteRows, sort, splice } from './commands';
import { columnName } from './model/address';
import { sizesOf } from './model/sizes';
import type { SheetSession } from './session';

/** Rows and columns are inserted and deleted by no more at once. */
const MAX_LINES = 1_000;

/** Commands for the selected rows, columns and cells. */
export function gridMenu(session: SheetSession): MenuEntry[] {
  const { range, sheet, anchor } = session;
  const { rows, columns } = sizesOf(sheet);
  const hidden = [...(sheet.filter?.hidden ?? [])].filter((at) => at >= range.top && at <= range.bottom).length;
  const height = Math.min(range.bottom - range.top + 1 - hidden, MAX_LINES);
  const width = Math.min(range.right - range.left + 1, MAX_LINES);
  const isAll = range.bottom - range.top + 1 === rows && range.right - range.left + 1 === columns;
  const isOne = range.top === range.bottom && range.left === range.right;
  const merges = mergesWithin(session);
  const rowsWord = formatCount(height, 'row');
  const columnsWord = formatCount(width, 'column');
  const letter = columnName(anchor.column);
  const row = (at: number, count: number) => () => splice(session, { axis: 'row', at, count });
  const column = (at: number, count: number) => () => splice(session, { axis: 'column', at, count });
  return [
    {
      label: `Insert ${rowsWord} above`,
      icon: <BetweenHorizontalStart />,
      onSelect: row(range.top, height),
      disabled: isAll,
    },
    {
      label: `Insert ${rowsWord} below`,
      icon: <BetweenHorizontalStart />,
      onSelect: row(range.bottom + 1, height),
      disabled: isAll,
    },
    {
      label: `Insert ${columnsWord} left`,
      icon: <BetweenVerticalStart />,
      onSelect: column(range.left, width),
      disabled: isAll,
    },
    {
      label: `Insert ${columnsWord} right`,
      icon: <BetweenVerticalStart />,
      onSelect: column(range.right + 1, width),
      disabled: isAll,
    },
    'separator',
    { label: `Sort by ${letter}, A to Z`, icon: <ArrowDownAZ />, onSelect: () => sort(session, false) },
    { label: `Sort by ${letter}, Z to A`, icon: <ArrowUpAZ />, onSelect: () => sort(session, true) },
    {
      label: `Filter by ${letter}`,
      icon: <ListFilter />,
      keys: 'Alt+↓',
      onSelect: () => session.chooseFilter(anchor.column),
    },
    ...(sheet.filter ? [{ label: 'Clear all filters', onSelect: () => clearFilters(session) }] : []),
    'separator',
    {
      label: 'Merge cells',
      icon: <TableCellsMerge />,
      disabled: isAll || isOne || merges.length > 0,
      onSelect: () => merge(session),
    },
    ...(merges.length > 0
      ? [{ label: 'Unmerge cells', icon: <TableCellsSplit />, onSelect: () => unmerge(session) }]
      : []),
    'separator',
    { label: 'Clear cells', icon: <Eraser />, keys: 'Del', onSelect: () => clearCells(session) },
    {
      label: `Delete ${rowsWord}`,
      icon: <Trash2 />,
      danger: true,
      onSelect: () => deleteRows(session),
      disabled: isAll,
    },
    {
      label: `Delete ${columnsWord}`,
      icon: <Trash2 />,
      danger: true,
      onSelect: column(range.left, -width),
      disabled: isAll,
    },
  ];
}
