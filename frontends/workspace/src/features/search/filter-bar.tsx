import { Calendar, ChevronDown, Folder, Replace, Shapes, UserRound, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFolderQuery } from '@zo/web/store';
import { Button, cn, Menu } from '@zo/web/ui';
import { AUTHORS, DATES, KINDS } from './filters';
import { REPLACE } from './messages';
import type { Filter, Search } from './use-search';

const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const CHIP =
  'flex h-8 shrink-0 items-center gap-1.5 rounded-md border px-2.5 text-sm pointer-coarse:h-11 [&_svg]:size-4';

interface Choice {
  value: string;
  label: string;
}

/** One filter: a menu of its values, and a button that drops the chosen one. */
function Chip({
  name,
  icon,
  value,
  choices,
  onChoose,
}: {
  name: string;
  icon: ReactNode;
  value: string | null;
  choices: readonly Choice[];
  onChoose: (value: string | null) => void;
}) {
  const label = value === null ? undefined : (choices.find((choice) => choice.value === value)?.label ?? value);
  return (
    <span
      className={cn(CHIP, label ? 'border-transparent bg-accent-soft text-accent-text' : 'border-line-2 text-text-2')}
    >
      <Menu
        label={name}
        align="start"
        entries={[
          { label: 'Any', checked: value === null, onSelect: () => onChoose(null) },
          ...choices.map((choice) => ({
            label: choice.label,
            checked: choice.value === value,
            onSelect: () => onChoose(choice.value),
          })),
        ]}
      >
        <button type="button" className="flex h-full items-center gap-1.5">
          {label ? icon : null}
          {label ? <span className="sr-only">{name}: </span> : null}
          {label ?? `${name}: any`}
          {label ? null : <ChevronDown />}
        </button>
      </Menu>
      {label ? (
        <button
          type="button"
          aria-label={`Any ${name.toLowerCase()}`}
          onClick={() => onChoose(null)}
          className="touch-area"
        >
          <X />
        </button>
      ) : null}
    </span>
  );
}

const choicesOf = (table: Record<string, { label: string }>): Choice[] =>
  Object.entries(table).map(([value, { label }]) => ({ value, label }));

/** The filters under the field: kind, folder, date and author. */
export function FilterBar({ search, children }: { search: Search; children?: ReactNode }) {
  const { filters, setFilter, isReplacing, setReplacing } = search;
  const { data: top } = useFolderQuery({ root: 'w', path: [] });
  const folders = (top?.names ?? [])
    .filter((name, at) => top!.isDir[at] && !name.startsWith('.') && name !== 'Trash')
    .toSorted(NAMES.compare);
  // A folder deeper down comes from its menu, or from an address.
  const choices = filters.in === null || folders.includes(filters.in) ? folders : [filters.in, ...folders];
  const choose = (filter: Filter) => (value: string | null) => setFilter(filter, value);
  return (
    // Relative, so that what is only for screen readers scrolls with the rest and does not widen the page.
    <div
      className={cn(
        'relative flex items-center gap-2 overflow-x-auto px-5 pb-3 [scrollbar-width:none]',
        'max-md:px-4 md:flex-wrap',
      )}
    >
      <Chip name="Kind" icon={<Shapes />} value={filters.kind} choices={choicesOf(KINDS)} onChoose={choose('kind')} />
      <Chip
        name="Folder"
        icon={<Folder />}
        value={filters.in}
        choices={choices.map((value) => ({ value, label: value.replaceAll('/', ' / ') }))}
        onChoose={choose('in')}
      />
      <Chip
        name="Changed"
        icon={<Calendar />}
        value={filters.date}
        choices={choicesOf(DATES)}
        onChoose={choose('date')}
      />
      <Chip
        name="Changed by"
        icon={<UserRound />}
        value={filters.by}
        choices={choicesOf(AUTHORS)}
        onChoose={choose('by')}
      />
      {/* A disabled button has no tooltip. */}
      <span title={filters.by === null ? REPLACE.toggle : REPLACE.notByAuthor} className="shrink-0">
        <Button
          variant="quiet"
          disabled={filters.by !== null}
          className={cn(isReplacing && 'bg-surface-4 text-text-1')}
          aria-pressed={isReplacing}
          onClick={() => setReplacing(!isReplacing)}
        >
          <Replace />
          <span className="@max-5xl:sr-only max-md:not-sr-only">{REPLACE.toggle}</span>
        </Button>
      </span>
      {children}
    </div>
  );
}
