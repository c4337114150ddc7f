import { Command, Search as SearchIcon, SearchX } from 'lucide-react';
import { paletteToggled, useAppDispatch } from '@zo/web/store';
import { Button, EmptyState } from '@zo/web/ui';
import { SEARCH } from './messages';
import type { Filter, Search, SearchSwitch } from './use-search';

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

const FILTER_NAMES: Record<Filter, string> = { kind: 'Any kind', in: 'Any folder', date: 'Any date', by: 'Anyone' };
const SWITCH_NAMES: Record<SearchSwitch, string> = {
  case: 'Any case',
  word: 'Parts of words',
  regex: 'Plain text',
};

/** Says what was searched and offers to drop each filter and switch. */
export function Nothing({ search: { query, filters, setFilter, switches, toggle } }: { search: Search }) {
  const set = (Object.keys(FILTER_NAMES) as Filter[]).filter((filter) => filters[filter] !== null);
  const on = (Object.keys(SWITCH_NAMES) as SearchSwitch[]).filter((name) => switches[name]);
  const isInFiles = set.length + on.length > 0;
  return (
    <div className="min-h-0 flex-1 border-t border-line-1">
      <EmptyState
        icon={<SearchX />}
        title={SEARCH.nothing}
        action={[
          ...set.map((filter) => (
            <Button key={filter} onClick={() => setFilter(filter, null)}>
              {FILTER_NAMES[filter]}
            </Button>
          )),
          ...on.map((name) => (
            <Button key={name} onClick={() => toggle(name)}>
              {SWITCH_NAMES[name]}
            </Button>
          )),
        ]}
      >
        {isInFiles ? SEARCH.nothingInFiles(query) : SEARCH.nothingHint(query)}
      </EmptyState>
    </div>
  );
}
