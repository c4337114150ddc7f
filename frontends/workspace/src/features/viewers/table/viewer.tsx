import { CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { nameOf, type Place } from '@zo/web/paths';
import { EmptyState } from '@zo/web/ui';
import { VIEWER } from '../messages';
import type { ViewerProps } from '../viewer';
import { TABLE } from './messages';
import type { Cell, RowSource } from './rows';
import { readTable, type Table } from './table';
import { TableView } from './table-view';

const nothing = () => undefined;

function sourceOf({ columns, rows, types }: Table): RowSource {
  return {
    facts: {
      columns: columns.map((name, column) => ({ name, type: types[column]! })),
      columnCount: columns.length,
      total: rows.length,
      all: rows.length,
      isAtLeast: false,
      sheets: [],
      note: '',
    },
    row: (index) => rows[index] && { number: index + 1, cells: rows[index] },
    show: nothing,
  };
}

/** The cell that a place in the text means: the last row that the lines up to there have. */
function cellOf(table: Table, text: string, { place, name }: { place: Place; name: string }): Cell | undefined {
  const above = text.split('\n').slice(0, place.line).join('\n');
  const row = (readTable(above, name)?.rows.length ?? 0) - 1;
  const cells = table.rows[row];
  return (
    cells && {
      row,
      column: Math.max(
        0,
        cells.findIndex((cell) => cell.includes(place.text ?? '')),
      ),
    }
  );
}

/**
 * FV-01 table: a small file is shown from its text at once; the computer sorts and filters it, and reads all others.
 */
export default function TableViewer({ location, file, text, place }: ViewerProps) {
  const name = nameOf(location);
  const table = useMemo(() => (text === undefined ? undefined : readTable(text, name)), [text, name]);
  const local = useMemo(() => table && sourceOf(table), [table]);
  // Only a new place is shown, not the same again after an edit.
  const cell = useMemo(
    () => (place && table && text !== undefined ? cellOf(table, text, { place, name }) : undefined),
    [place, table === undefined],
  );
  if (text !== undefined && !table)
    return (
      <EmptyState tone="bad" icon={<CircleAlert />} title={VIEWER.noTable}>
        {TABLE.openQuote}
      </EmptyState>
    );
  return <TableView location={location} revision={`${file.mtimeMs} ${file.fileSize}`} local={local} cell={cell} />;
}
