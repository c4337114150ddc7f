import { useDeferredValue, useMemo, useState, type RefObject } from 'react';
import { MESSAGES } from '../../messages';
import { FilterField } from '../../navigation/filter-field';
import { filterTree, type TreeRow } from './rows';

/** The rows of the tree that pass its filter, and the field for it while there is one. */
export function useTreeFilter(all: readonly TreeRow[], tree: RefObject<HTMLElement | null>) {
  const [filter, setFilter] = useState<string | null>(null);
  const wanted = useDeferredValue(filter ?? '');
  const rows = useMemo(() => filterTree(all, wanted), [all, wanted]);
  const focusTree = () => tree.current?.focus();
  const end = () => {
    setFilter(null);
    focusTree();
  };
  const field =
    filter === null ? null : (
      <FilterField
        value={filter}
        onChange={setFilter}
        onClose={end}
        onDone={focusTree}
        found={wanted.trim() ? MESSAGES.filtered(rows.length, all.length) : ''}
      />
    );
  return { rows, field, begin: () => setFilter(filter ?? ''), end: filter === null ? undefined : end };
}
