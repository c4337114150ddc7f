import { ArrowDown, ArrowUp, ChevronsDown, ChevronsUp, ListFilter, PanelRight, Search, X } from 'lucide-react';
import { useEffect, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Button, cn, IconButton, Popover } from '@zo/web/ui';
import { FilterForm } from './filter-form';
import { OPERATORS } from './messages';
import type { Filter, Sort, TableFacts } from './rows';

const MAX_FILTERS = 7;
const TYPING_MS = 300;
const FIELD =
  'h-7 rounded-md border border-line-2 bg-surface-2 text-sm text-text-1 outline-none ' +
  'focus-visible:border-focus pointer-coarse:h-11';

/** Text in any cell, applied while it is typed. */
function WordField({ word, onWord, field }: { word: string; onWord: (word: string) => void; field: FieldRef }) {
  const [typed, setTyped] = useState(word);
  useEffect(() => setTyped(word), [word]);
  useEffect(() => {
    if (typed === word) return;
    const timer = setTimeout(() => onWord(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, word, onWord]);
  return (
    <div role="search" className="relative min-w-32 flex-1 sm:max-w-64">
      <Search aria-hidden className="absolute top-1/2 left-2 size-4 -translate-y-1/2 text-text-3" />
      <input
        ref={field}
        aria-label="Find rows"
        placeholder="Find rows"
        maxLength={1_000}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onWord(typed);
          else if (event.key === 'Escape' && typed) onWord('');
          else return;
          event.preventDefault();
        }}
        className={`${FIELD} w-full pr-7 pl-8`}
      />
      {typed ? (
        <button
          type="button"
          aria-label="Clear"
          onClick={() => onWord('')}
          className="absolute inset-y-0 right-0 px-2 text-text-3 hover:text-text-1 [&_svg]:size-3.5"
        >
          <X />
        </button>
      ) : null}
    </div>
  );
}

/** A number of a row; Enter goes there. */
function RowField({ total, onRow }: { total: number; onRow: (row: number) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const row = Number(typed.replaceAll(',', ''));
    if (row >= 1) onRow(Math.min(total, row) - 1);
    setTyped('');
  };
  return (
    <form onSubmit={submit}>
      <input
        aria-label="Go to row"
        placeholder="Go to row"
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/[^\d,]/g, '').slice(0, 14))}
        className={`${FIELD} w-24 px-2 tabular-nums`}
      />
    </form>
  );
}

function Chip({ children, label, onClick, onRemove }: ChipProps) {
  return (
    <span className="flex h-7 shrink-0 items-center rounded-md border border-line-2 text-sm pointer-coarse:h-11">
      <button
        type="button"
        onClick={onClick}
        className="flex items-center gap-1 pl-2 whitespace-nowrap [&_svg]:size-3.5"
      >
        {children}
      </button>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="px-1.5 text-text-3 hover:text-text-1 pointer-coarse:px-3 [&_svg]:size-3.5"
      >
        <X />
      </button>
    </span>
  );
}

interface ChipProps {
  children: ReactNode;
  label: string;
  onClick: () => void;
  onRemove: () => void;
}
type FieldRef = RefObject<HTMLInputElement | null>;

export interface ToolbarProps {
  facts: TableFacts;
  filters: readonly Filter[];
  onFilters: (filters: Filter[]) => void;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  word: string;
  onWord: (word: string) => void;
  wordField: FieldRef;
  /** The filter that is edited: its index, or a column for a new one. */
  editing: { index: number; filter: Filter } | null;
  onEditing: (editing: ToolbarProps['editing']) => void;
  onRow: (row: number) => void;
  hasPanel: boolean;
  onPanel: () => void;
  /** More buttons. */
  extra?: ReactNode;
}

/** The row above a table: filters, order, the field to find rows, and the ways to other rows. */
export function Toolbar(props: ToolbarProps) {
  const { facts, filters, onFilters, sort, onSort, editing, onEditing, onRow } = props;
  const { columns, total } = facts;
  const nameOf = (column: number) => (column < 0 ? 'any column' : columns[column]?.name || `Column ${column + 1}`);
  const apply = (filter: Filter) => {
    const { index } = editing!;
    onFilters(index < filters.length ? filters.map((old, at) => (at === index ? filter : old)) : [...filters, filter]);
    onEditing(null);
  };
  const add = () =>
    onEditing({
      index: filters.length,
      filter: { column: columns.length === 1 ? 0 : -1, operator: 'contains', value: '' },
    });
  return (
    <div
      role="toolbar"
      aria-label="Table"
      className={cn(
        'flex min-h-10 shrink-0 items-center gap-1.5 overflow-x-auto',
        'border-b border-line-1 bg-surface-1 px-3 py-1',
      )}
    >
      {filters.map((filter, index) => (
        <Chip
          key={index}
          label={`filter ${nameOf(filter.column)}`}
          onClick={() => onEditing({ index, filter })}
          onRemove={() => onFilters(filters.filter((_filter, at) => at !== index))}
        >
          <span className="max-w-40 truncate font-medium">{nameOf(filter.column)}</span>
          <span className="text-text-2">{OPERATORS[filter.operator].sign}</span>
          <span className="max-w-40 truncate">{filter.value || '“”'}</span>
        </Chip>
      ))}
      {sort ? (
        <Chip
          label="order"
          onClick={() => onSort({ ...sort, descending: !sort.descending })}
          onRemove={() => onSort(undefined)}
        >
          {sort.descending ? <ArrowDown aria-label="Descending" /> : <ArrowUp aria-label="Ascending" />}
          <span className="max-w-40 truncate font-medium">{nameOf(sort.column)}</span>
        </Chip>
      ) : null}
      <Popover
        open={editing !== null}
        onOpenChange={(open) => (open ? add() : onEditing(null))}
        label="Filter"
        align="start"
        trigger={
          <Button variant="quiet" disabled={filters.length >= MAX_FILTERS}>
            <ListFilter />
            <span className="max-sm:sr-only">Add filter</span>
          </Button>
        }
      >
        {editing ? <FilterForm key={editing.index} columns={columns} filter={editing.filter} onApply={apply} /> : null}
      </Popover>
      {props.extra}
      <span className="flex-1" />
      <WordField word={props.word} onWord={props.onWord} field={props.wordField} />
      <RowField total={total} onRow={onRow} />
      <IconButton label="First row" keys="Mod+Home" disabled={total === 0} onClick={() => onRow(0)}>
        <ChevronsUp />
      </IconButton>
      <IconButton label="Last row" keys="Mod+End" disabled={total === 0} onClick={() => onRow(total - 1)}>
        <ChevronsDown />
      </IconButton>
      <IconButton label="Row details" active={props.hasPanel} onClick={props.onPanel} className="max-md:hidden">
        <PanelRight />
      </IconButton>
    </div>
  );
}
