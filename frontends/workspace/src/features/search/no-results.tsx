import { Command, Search as SearchIcon, SearchX } from 'lucide-react';
import { paletteToggled, useAppDispatch } from '@zo/web/store';
import { Button, EmptyState } from '@zo/web/ui';
import { SEARCH } from './messages';
import type { Filter, Search } from './use-search';

/** Before anything is typed. A phone has its commands here, because it has no key for the palette. */
export function Start({ isPhone }: { isPhone: boolean }) {
  const dispatch = useAppDispatch();
  const commands = (
    <Button onClick={() => dispatch(paletteToggled(true))}>
      <Command />
      {SEARCH.commands}
    </Button>
  );
  return (
    <div className="min-h-0 flex-1 border-t border-line-1">
      <EmptyState icon={<SearchIcon />} title={SEARCH.start} action={isPhone ? commands : undefined}>
        {SEARCH.startHint}
      </EmptyState>
    </div>
  );
}

const FILTER_NAMES: Record<Filter, string> = { kind: 'Any kind', in: 'Any folder', date: 'Any date' };

/** Says what was searched and offers to drop each filter. */
export function Nothing({ search: { query, filters, setFilter } }: { search: Search }) {
  const set = (Object.keys(FILTER_NAMES) as Filter[]).filter((filter) => filters[filter] !== null);
  return (
    <div className="min-h-0 flex-1 border-t border-line-1">
      <EmptyState
        icon={<SearchX />}
        title={SEARCH.nothing}
        action={set.map((filter) => (
          <Button key={filter} onClick={() => setFilter(filter, null)}>
            {FILTER_NAMES[filter]}
          </Button>
        ))}
      >
        {SEARCH.nothingHint(query)}
      </EmptyState>
    </div>
  );
}
