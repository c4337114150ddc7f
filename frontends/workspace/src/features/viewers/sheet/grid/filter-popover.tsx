import { useMemo, type RefObject } from 'react';
import { Popover } from '@zo/web/ui';
import { FilterPanel } from '../filter-panel';
import { columnName } from '../model/address';
import type { SheetSession } from '../session';

/** The filter of a column, below its head. */
export function FilterPopover({ session, grid }: { session: SheetSession; grid: RefObject<HTMLElement | null> }) {
  const { filtering } = session;
  const box = useMemo(
    () => grid.current?.querySelector(`[data-cell="-1,${filtering}"]`)?.getBoundingClientRect(),
    [grid, filtering],
  );
  if (filtering === undefined || !box) return null;
  return (
    <Popover
      open
      box={box}
      align="start"
      label={`Filter column ${columnName(filtering)}`}
      onOpenChange={(isOpen) => !isOpen && session.chooseFilter(undefined)}
    >
      <FilterPanel session={session} column={filtering} />
    </Popover>
  );
}
