import { ChevronDown, FilterX, Plus } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { IconButton, Menu, cn, type MenuEntry } from '@zo/web/ui';
import { clearFilters } from './commands';
import { FILTER } from './messages';
import { isOneCell } from './model/address';
import { addSheet, deleteSheet, moveSheet, renameSheet } from './model/edits';
import { filterableRows } from './model/filter';
import { frozenIn } from './model/frozen';
import { idOf } from './model/identity';
import { isShown } from './model/is-shown';
import { literalOf } from './model/literal';
import { isFormula } from './model/references';
import type { SheetSession } from './session';
import { useSession } from './use-session';

const MAX_NAME = 64;

function Name({ session, index, onEnd }: { session: SheetSession; index: number; onEnd: () => void }) {
  const { name } = session.book.sheets[index]!;
  const [text, setText] = useState(name);
  const isTaken = session.book.sheets.some(
    (sheet, at) => at !== index && sheet.name.toLowerCase() === text.trim().toLowerCase(),
  );
  const rename = () => {
    onEnd();
    const next = text.trim();
    if (next && next !== name && !isTaken) session.change(renameSheet(session.book, index, next));
  };
  return (
    <input
      autoFocus
      aria-label="Name of the worksheet"
      aria-invalid={isTaken}
      title={isTaken ? 'Another worksheet has this name' : undefined}
      value={text}
      maxLength={MAX_NAME}
      className={cn(
        'h-7 w-32 rounded-md border border-line-2 bg-surface-2 px-2 text-sm outline-none inset-ring-focus',
        'aria-invalid:border-bad',
      )}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={rename}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') onEnd();
      }}
    />
  );
}

interface TabProps {
  session: SheetSession;
  index: number;
  onRename: () => void;
}

function Tab({ session, index, onRename }: TabProps) {
  const { sheets } = session.book;
  const isActive = session.active === index;
  const move = (to: number) => {
    session.change(moveSheet(session.book, index, to));
    session.show(to);
  };
  const entries: MenuEntry[] = [
    { label: 'Rename', onSelect: onRename },
    { label: 'Move left', disabled: index === 0, onSelect: () => move(index - 1) },
    { label: 'Move right', disabled: index === sheets.length - 1, onSelect: () => move(index + 1) },
    'separator',
    {
      label: 'Delete worksheet',
      danger: true,
      disabled: sheets.length === 1,
      onSelect: () => session.change(deleteSheet(session.book, index)),
    },
  ];
  return (
    <div
      className={cn('flex h-full shrink-0 items-center border-t-2', isActive ? 'border-accent' : 'border-transparent')}
    >
      <button
        type="button"
        aria-current={isActive ? 'true' : undefined}
        className={cn(
          'h-full max-w-48 truncate px-3 text-sm outline-none inset-ring-focus',
          isActive ? 'font-medium text-text-1' : 'text-text-2 hover:text-text-1',
        )}
        onClick={() => session.show(index)}
        onDoubleClick={onRename}
      >
        {sheets[index]!.name}
      </button>
      {isActive ? (
        <Menu label="Worksheet" align="start" side="top" entries={entries}>
          <IconButton label={`Actions for ${sheets[index]!.name}`} size="sm">
            <ChevronDown />
          </IconButton>
        </Menu>
      ) : null}
    </div>
  );
}

const MAX_COUNTED = 200_000;
const shown = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Sum, average and count of the selected numbers. */
function Totals({ session }: { session: SheetSession }) {
  const { range, sheet, version } = session;
  // One cell has no totals.
  useSession(session, () => (isOneCell(session.range) ? 0 : session.version));
  const totals = useMemo(() => {
    let [sum, numbers, filled, seen] = [0, 0, 0, 0];
    for (let row = range.top; row <= Math.min(range.bottom, sheet.rows.length - 1); row++) {
      if (session.isHidden(row)) continue;
      for (let column = range.left; column <= Math.min(range.right, sheet.rows[row]!.cells.length - 1); column++) {
        if (++seen > MAX_COUNTED) return undefined;
        const value = session.valueAt(row, column);
        const result = isFormula(value) ? session.resultAt(row, column) : literalOf(value);
        if (result !== null && result !== undefined) filled++;
        if (typeof result === 'number') [sum, numbers] = [sum + result, numbers + 1];
      }
    }
    return { sum, numbers, filled };
  }, [session, sheet, range.top, range.bottom, range.left, range.right, version]);
  if (!totals || totals.filled < 2) return null;
  return (
    <p className="flex shrink-0 gap-4 px-4 text-xs text-text-2 tabular-nums" aria-label="Selection">
      {totals.numbers > 0 ? (
        <>
          <span>
            Sum <b className="font-semibold text-text-1">{shown.format(totals.sum)}</b>
          </span>
          <span className="max-sm:hidden">Average {shown.format(totals.sum / totals.numbers)}</span>
        </>
      ) : null}
      <span>Count {shown.format(totals.filled)}</span>
    </p>
  );
}

/** How many rows filters show, and the way back to all. */
function FilteredRows({ session }: { session: SheetSession }) {
  useSession(session, () => (session.sheet.filter ? idOf(session.sheet) : 0));
  const { sheet } = session;
  if (!sheet.filter) return null;
  const { from, to } = filterableRows(sheet, frozenIn(sheet).rows);
  const all = Math.max(0, to - from + 1);
  return (
    <div className="flex shrink-0 items-center px-3 text-xs text-text-2 tabular-nums">
      <span role="status">{FILTER.rows(shown.format(all - (sheet.filter.hidden?.size ?? 0)), shown.format(all))}</span>
      <IconButton
        label="Clear all filters"
        size="sm"
        className="ml-1"
        onClick={() => {
          clearFilters(session);
          session.grid.focus();
        }}
      >
        <FilterX />
      </IconButton>
    </div>
  );
}

const tabsOf = (session: SheetSession): string =>
  JSON.stringify([session.active, hasTabs(session), session.book.sheets.map(({ name }) => name)]);

/** Without them, the other worksheets could not be reached. */
const hasTabs = (session: SheetSession): boolean => isShown(session, 'tabs') || session.book.sheets.length > 1;

function Tabs({ session }: { session: SheetSession }) {
  const [renamed, setRenamed] = useState<number>();
  return (
    <nav aria-label="Worksheets" className="flex h-full min-w-0 items-center overflow-x-auto overflow-y-hidden pl-3">
      {session.book.sheets.map(({ name }, index) =>
        renamed === index ? (
          <Name key={name} session={session} index={index} onEnd={() => setRenamed(undefined)} />
        ) : (
          <Tab key={name} session={session} index={index} onRename={() => setRenamed(index)} />
        ),
      )}
      <IconButton
        label="Add a worksheet"
        className="ml-1"
        onClick={() => {
          session.change(addSheet(session.book));
          session.show(session.book.sheets.length - 1);
        }}
      >
        <Plus />
      </IconButton>
    </nav>
  );
}

/** SH-01: the worksheets of the file, and totals of the selection. */
export const WorksheetTabs = memo(function WorksheetTabs({ session }: { session: SheetSession }) {
  useSession(session, () => tabsOf(session));
  return (
    <div
      className={cn(
        'flex h-9 shrink-0 items-center justify-between border-t border-line-1 bg-surface-1',
        'pointer-coarse:h-11',
      )}
    >
      {hasTabs(session) ? <Tabs session={session} /> : <span />}
      <FilteredRows session={session} />
      <Totals session={session} />
    </div>
  );
});
