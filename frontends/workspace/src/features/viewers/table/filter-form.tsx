import { useId, useState, type FormEvent } from 'react';
import { Button, INPUT_LOOK, Input } from '@zo/web/ui';
import { OPERATORS } from './messages';
import type { Filter, TableFacts } from './rows';

export interface FilterFormProps {
  columns: TableFacts['columns'];
  /** What is changed, or the beginning of a new one. */
  filter: Filter;
  onApply: (filter: Filter) => void;
}

/** One filter: column, operator and value. */
export function FilterForm({ columns, filter, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState(filter);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 p-2">
      <label htmlFor={`${id}-column`} className="text-xs text-text-2">
        Column
      </label>
      <select
        id={`${id}-column`}
        className={INPUT_LOOK}
        value={draft.column}
        onChange={({ target }) => setDraft({ ...draft, column: Number(target.value) })}
      >
        <option value={-1}>Any column</option>
        {columns.map(({ name }, column) => (
          <option key={column} value={column}>
            {name || `Column ${column + 1}`}
          </option>
        ))}
      </select>
      <div className="flex gap-2">
        {/* The width is its parent's: a field takes the whole width of what it stands in. */}
        <span className="w-32 shrink-0">
          <select
            aria-label="Operator"
            className={INPUT_LOOK}
            value={draft.operator}
            onChange={({ target }) => setDraft({ ...draft, operator: target.value as Filter['operator'] })}
          >
            {Object.entries(OPERATORS).map(([operator, { label }]) => (
              <option key={operator} value={operator}>
                {label}
              </option>
            ))}
          </select>
        </span>
        <Input
          aria-label="Value"
          autoFocus
          maxLength={1_000}
          value={draft.value}
          onChange={({ target }) => setDraft({ ...draft, value: target.value })}
        />
      </div>
      <Button type="submit" variant="primary" size="md">
        Apply filter
      </Button>
    </form>
  );
}
