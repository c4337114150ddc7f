import { formatCount, formatNumber } from '@zo/web/format';
import { cn } from '@zo/web/ui';
import type { TableFacts } from './rows';

/** Rows that are shown, of all. */
function rowsOf({ total, all, isAtLeast }: TableFacts): string {
  if (isAtLeast) return `at least ${formatCount(total, 'row')}`;
  return total === all ? formatCount(total, 'row') : `${formatNumber(total)} of ${formatCount(all, 'row')}`;
}

export interface TableFootProps {
  facts: TableFacts;
  /** Empty: the first; null: none of them is shown. */
  sheet: string | null;
  onSheet: (sheet: string) => void;
}

/** The line below a table: its sheets, and how many rows there are. */
export function TableFoot({ facts, sheet, onSheet }: TableFootProps) {
  const { columns, columnCount, sheets, note } = facts;
  const current = sheet === '' ? sheets[0] : sheet;
  return (
    <footer className="flex min-h-8 shrink-0 items-stretch border-t border-line-1 text-xs text-text-2">
      {sheets.length > 0 ? (
        <div role="tablist" aria-label="Sheets" className="flex max-w-3/5 overflow-x-auto border-r border-line-1">
          {sheets.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={name === current}
              onClick={() => onSheet(name)}
              className={cn(
                'max-w-48 shrink-0 truncate border-t-2 px-3 text-sm outline-none inset-ring-focus',
                'pointer-coarse:min-h-11',
                name === current ? 'border-accent font-medium text-text-1' : 'border-transparent hover:text-text-1',
              )}
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
      <p role="status" className="flex min-w-0 flex-1 items-center gap-x-3 px-4 py-1 tabular-nums">
        <span className="shrink-0">
          {rowsOf(facts)}, {formatCount(columnCount, 'column')}
        </span>
        {columnCount > columns.length ? <span className="truncate">The first {columns.length} are shown.</span> : null}
        {note ? (
          <span className="truncate" title={note}>
            {note}
          </span>
        ) : null}
      </p>
    </footer>
  );
}
