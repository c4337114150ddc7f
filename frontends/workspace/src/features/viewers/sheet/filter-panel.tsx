import { Search } from 'lucide-react';
import { useMemo, useState, type FormEvent } from 'react';
import { Button, INPUT_LOOK, Input, cn } from '@zo/web/ui';
import { setFilter } from './commands';
import { CONDITIONS, FILTER } from './messages';
import { filterableRows, valuesOf } from './model/filter';
import { frozenIn } from './model/frozen';
import type { ColumnFilter, Condition } from './model/workbook';
import type { SheetSession } from './session';

const MAX_LISTED = 500;
const BOX = 'size-4 shrink-0 accent-(--accent)';
const LINE = 'flex min-h-7 items-center gap-2.5 px-1 text-sm text-text-1 pointer-coarse:min-h-11';
const HAS_VALUE: ReadonlySet<string> = new Set<Condition['operator']>(['contains', 'equals', 'greater', 'less']);

interface ConditionFieldsProps {
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
}

function ConditionFields({ condition, onChange }: ConditionFieldsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <select
        aria-label="Condition"
        className={cn(INPUT_LOOK, 'min-w-36 flex-1')}
        value={condition?.operator ?? ''}
        onChange={({ target }) =>
          onChange(
            target.value === ''
              ? undefined
              : { operator: target.value as Condition['operator'], value: condition?.value ?? '' },
          )
        }
      >
        <option value="">No condition</option>
        {Object.entries(CONDITIONS).map(([operator, label]) => (
          <option key={operator} value={operator}>
            {label}
          </option>
        ))}
      </select>
      {condition && HAS_VALUE.has(condition.operator) ? (
        <Input
          aria-label="Value"
          autoFocus
          className="min-w-24 flex-1"
          maxLength={1_000}
          value={condition.value}
          onChange={({ target }) => onChange({ ...condition, value: target.value })}
        />
      ) : null}
    </div>
  );
}

interface ValueListProps {
  all: readonly string[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** The texts of the column, each with a box; the search narrows what `Select all` ticks. */
function ValueList({ all, chosen, onChange }: ValueListProps) {
  const [search, setSearch] = useState('');
  const found = useMemo(
    () => all.filter((text) => text.toLowerCase().includes(search.trim().toLowerCase())),
    [all, search],
  );
  const ticked = found.filter((text) => chosen.has(text)).length;
  const tick = (texts: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const text of texts)
      if (isOn) next.add(text);
      else next.delete(text);
    onChange(next);
  };
  return (
    <>
      <div className="relative">
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-text-3" />
        <Input
          aria-label="Search the values"
          placeholder="Search"
          className="pl-8"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <fieldset className="max-h-56 min-h-0 overflow-y-auto rounded-md border border-line-1 p-1">
        <legend className="sr-only">Values</legend>
        <label className={cn(LINE, 'border-b border-line-1')}>
          <input
            type="checkbox"
            className={BOX}
            checked={found.length > 0 && ticked === found.length}
            disabled={found.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < found.length;
            }}
            onChange={() => tick(found, ticked < found.length)}
          />
          Select all
        </label>
        {found.slice(0, MAX_LISTED).map((text) => (
          <label key={text} className={LINE}>
            <input
              type="checkbox"
              className={BOX}
              checked={chosen.has(text)}
              onChange={() => tick([text], !chosen.has(text))}
            />
            <span className={cn('truncate', text === '' && 'text-text-2')}>{text === '' ? FILTER.empty : text}</span>
          </label>
        ))}
        {found.length === 0 ? <p className="px-1 py-2 text-sm text-text-2">{FILTER.nothing}</p> : null}
        {found.length > MAX_LISTED ? <p className="px-1 py-2 text-sm text-text-2">{FILTER.more(MAX_LISTED)}</p> : null}
      </fieldset>
    </>
  );
}

/** SH-01: which rows a column shows, by their values and by one condition. */
export function FilterPanel({ session, column }: { session: SheetSession; column: number }) {
  const { sheet } = session;
  const columns = sheet.filter?.columns ?? [];
  const before = columns.find((filter) => filter.column === column);
  const [all] = useState(() =>
    valuesOf(columns, column, { rows: filterableRows(sheet, frozenIn(sheet).rows), read: session.reader }),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => before?.values ?? new Set(all));
  const [condition, setCondition] = useState(before?.condition);
  const finish = (filter: ColumnFilter) => {
    session.chooseFilter(undefined);
    setFilter(session, filter);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const isAll = all.every((text) => chosen.has(text));
    finish({ column, ...(!isAll && { values: chosen }), ...(condition && { condition }) });
  };
  return (
    <form onSubmit={apply} className="flex flex-col gap-2 p-2">
      <ValueList all={all} chosen={chosen} onChange={setChosen} />
      <ConditionFields condition={condition} onChange={setCondition} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" disabled={!before} onClick={() => finish({ column })}>
          Clear filter
        </Button>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}
