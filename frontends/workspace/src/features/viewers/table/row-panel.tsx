import { ChevronDown, ChevronUp, Copy, X } from 'lucide-react';
import { Button, IconButton, cn, toast, writeClipboard } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import type { Cell, RowSource } from './rows';

const quoted = (cell: string) => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export interface RowPanelProps {
  source: RowSource;
  selected: Cell;
  onSelect: (cell: Cell | null) => void;
}

/** The whole row of the selected cell, beside the table; below it where there is little room. */
export function RowPanel({ source: { facts, row }, selected, onSelect }: RowPanelProps) {
  const found = row(selected.row);
  const cells = found?.cells ?? [];
  const go = (way: number) => onSelect({ ...selected, row: selected.row + way });
  const copy = () => void writeClipboard(cells.map(quoted).join('\t')).then(() => toast('Row copied'));
  return (
    <aside
      aria-label="Row details"
      className={cn(
        'flex min-h-0 flex-col border-line-1 bg-surface-2',
        '@max-4xl:max-h-1/2 @max-4xl:rounded-t-xl @max-4xl:border-t',
        '@max-4xl:shadow-float @4xl:w-64 @4xl:border-l',
      )}
    >
      <header className="flex shrink-0 items-center gap-0.5 py-1.5 pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold tabular-nums">Row {found ? formatNumber(found.number) : '…'}</h2>
        <IconButton label="Row above" disabled={selected.row === 0} onClick={() => go(-1)}>
          <ChevronUp />
        </IconButton>
        <IconButton label="Row below" disabled={selected.row >= facts.total - 1} onClick={() => go(1)}>
          <ChevronDown />
        </IconButton>
        <IconButton label="Close" onClick={() => onSelect(null)}>
          <X />
        </IconButton>
      </header>
      <dl className="min-h-0 flex-1 overflow-auto px-4 pb-3 text-sm" tabIndex={0}>
        {facts.columns.map(({ name }, column) => (
          <div
            key={column}
            className={cn(
              'flex gap-3 rounded-md py-1',
              column === selected.column && '-mx-2 border border-line-1 bg-surface-1 px-2',
            )}
          >
            <dt className="w-2/5 max-w-40 shrink-0 break-words text-text-2">{name || `Column ${column + 1}`}</dt>
            <dd className="min-w-0 flex-1 break-words whitespace-pre-wrap">
              {cells[column] || <span className="text-text-2">empty</span>}
            </dd>
          </div>
        ))}
      </dl>
      <footer className="shrink-0 border-t border-line-1 px-4 py-2">
        <Button onClick={copy} disabled={!found}>
          <Copy />
          Copy row
        </Button>
      </footer>
    </aside>
  );
}
