import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { formatCount } from '@zo/web/format';
import { nameOf } from '@zo/web/paths';
import { EmptyState, cn } from '@zo/web/ui';
import { VIEWER } from '../messages';
import type { ViewerProps } from '../viewer';
import { readTable, type Table } from './table';

const ROW = 32;
const WIDEST = 40;
/** Average width of a character. */
const SIGN_REM = 0.56;
const SAMPLE_ROWS = 200;

/** A fixed width per column that fits most of its cells, so that columns do not move while scrolling. */
const widthsOf = ({ columns, rows }: Table) =>
  columns
    .map(
      (name, column) =>
        `${Math.min(WIDEST, Math.max(6, name.length + 2, ...rows.slice(0, SAMPLE_ROWS).map((row) => (row[column]?.length ?? 0) + 2))) * SIGN_REM}rem`,
    )
    .join(' ');

/** FV-01 table: sticky head, virtualised rows. */
export default function TableViewer({ location, text = '' }: ViewerProps) {
  const name = nameOf(location);
  const table = useMemo(() => readTable(text, name), [text, name]);
  if (!table)
    return (
      <EmptyState tone="bad" icon={<CircleAlert />} title={VIEWER.noTable}>
        A quote in it never ends, or there is nothing in it. “Raw editor” shows the file as it is.
      </EmptyState>
    );
  return <Rows table={table} name={name} />;
}

function Rows({ table, name }: { table: Table; name: string }) {
  const { columns, rows, numeric } = table;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    paddingEnd: 48,
  });
  const template = `3rem ${useMemo(() => widthsOf(table), [table])} 1fr`;
  const cell = (column: number) => cn('truncate px-2', numeric[column] && 'text-right tabular-nums');
  return (
    <div className="flex h-full flex-col">
      <div
        ref={scroller}
        role="table"
        aria-label={name}
        aria-rowcount={rows.length + 1}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto outline-none inset-ring-focus"
      >
        <div className="min-w-max">
          <div role="rowgroup" className="sticky top-0 z-10 bg-surface-1">
            <div
              role="row"
              aria-rowindex={1}
              className="grid h-9 items-center border-b border-line-1 px-3 text-sm font-medium text-text-2"
              style={{ gridTemplateColumns: template }}
            >
              <span aria-hidden />
              {columns.map((column, at) => (
                <div key={at} role="columnheader" title={column} className={cell(at)}>
                  {column}
                </div>
              ))}
            </div>
          </div>
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className="absolute inset-x-0 grid items-center border-b border-line-1 px-3 text-base hover:bg-surface-2"
                style={{ gridTemplateColumns: template, height: ROW, transform: `translateY(${start}px)` }}
              >
                <span aria-hidden className="pr-2 text-right text-xs text-text-3 tabular-nums">
                  {index + 1}
                </span>
                {columns.map((_column, at) => (
                  <div key={at} role="cell" title={rows[index]![at]} className={cell(at)}>
                    {rows[index]![at] ?? ''}
                  </div>
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      <p className="shrink-0 border-t border-line-1 px-5 py-1.5 text-xs text-text-2 tabular-nums">
        {formatCount(rows.length, 'row')}, {formatCount(columns.length, 'column')}
      </p>
    </div>
  );
}
