import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { inArticles, inTrash, parentOf, pathKey, type Location } from '@zo/web/paths';
import { cn, loadable } from '@zo/web/ui';
import { originIn } from '../../api/trash.endpoints';
import { MESSAGES } from '../../messages';
import type { Open } from '../../navigation/use-open';
import { useFavourites } from '../../operations/favourites/use-favourites';
import { useCut } from '../../operations/held';
import { usePaste } from '../../operations/use-paste';
import type { InTransit } from '../../uploads/in-transit';
import { dialogOpened } from '../../workspace.slice';
import { EmptyFolder } from './empty-folder';
import { LassoBox } from './lasso-box';
import { ListingFilter } from './listing-filter';
import { ListingHead } from './listing-head';
import { ListingRow } from './listing-row';
import { isUnused, NoRows } from './no-rows';
import { lassoRows } from './selection';
import type { ChosenColumns } from './use-columns';
import { useDropTarget, useNow, useReveal } from './use-grid';
import { useLasso } from './use-lasso';
import type { Listing } from './use-listing';
import { listingKey } from './use-listing-keys';
import { useRows } from './use-rows';

// Most listings have no uploads.
const StagedRow = loadable(() => import('./staged-row').then((module) => module.StagedRow));

export interface ListingGridProps {
  location: Location;
  listing: Listing;
  /** Uploads into this folder, shown below the other rows. */
  staged: readonly InTransit[];
  chosen: ChosenColumns;
  coarse: boolean;
  open: (location: Location) => void;
  onOpen: Open;
  menuShown: RefObject<boolean>;
}

const NONE: ReadonlySet<string> = new Set();

/** The table: head, visible rows, keyboard and lasso. */
export function ListingGrid(props: ListingGridProps) {
  const { location, listing, staged, chosen, coarse, open, onOpen, menuShown } = props;
  const id = useId();
  const { order, names, selection, memory } = listing;
  const folder = listing.folder!;
  const count = names.length + staged.length;
  const rowHeight = coarse ? 48 : 32;
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [focusShown, setFocusShown] = useState(false);
  const dispatch = useAppDispatch();
  const now = useNow();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialOffset: memory.scroll,
    paddingStart: 2,
    paddingEnd: 64,
    onChange: ({ scrollOffset }) => void (memory.scroll = scrollOffset ?? 0),
  });
  const { lasso, handlers } = useLasso(scroller, listing, ({ top, height }) => [
    ...lassoRows({ rows: names, rowHeight, from: top, to: top + height, base: NONE }),
  ]);
  const dropping = useDropTarget(scroller, location);
  const { entryAt, press, dragged } = useRows({ location, listing, coarse, onOpen, menuShown });
  usePaste(grid, () => (inTrash(location) || inArticles(location) ? undefined : location));
  useReveal(listing, (index) => virtual.scrollToIndex(index));
  const cut = useCut();
  const favourites = useFavourites();
  const cursorIndex = selection.cursor === null ? -1 : names.indexOf(selection.cursor);

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).closest('button, input')) return;
    const used = listingKey(
      {
        location,
        listing,
        open: onOpen,
        up: () => location.path.length && open(parentOf(location)),
        scrollTo: (index) => virtual.scrollToIndex(index),
        pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 320) / rowHeight) - 1),
        askDelete: (items) => dispatch(dialogOpened({ type: 'delete', items })),
      },
      event,
    );
    if (!used) return;
    event.preventDefault();
    setFocusShown(true);
  };

  return (
    <div
      ref={grid}
      role={count ? 'grid' : 'group'}
      aria-label={location.path.at(-1) ?? 'Workspace'}
      aria-rowcount={count ? count + 1 : undefined}
      aria-multiselectable={count ? true : undefined}
      aria-activedescendant={focusShown && cursorIndex >= 0 ? `${id}-${cursorIndex}` : undefined}
      tabIndex={0}
      data-page-focus
      onFocus={(event) => setFocusShown(event.target.matches(':focus-visible'))}
      onBlur={() => setFocusShown(false)}
      onKeyDown={onKeyDown}
      className="relative flex h-full flex-col outline-none"
    >
      <ListingFilter listing={listing} grid={grid} />
      {count ? <ListingHead listing={listing} chosen={chosen} /> : null}
      <div
        ref={scroller}
        role={count ? 'rowgroup' : undefined}
        {...handlers}
        className={cn(
          'relative flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto [scrollbar-gutter:stable]',
          dropping && 'bg-accent-soft',
        )}
      >
        {count === 0 ? <NoRows location={location} listing={listing} /> : null}
        <div className="relative shrink-0" style={{ height: count ? virtual.getTotalSize() : 0 }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const shared = { gridId: id, index, top: start, height: rowHeight, columns: chosen.columns };
            const waiting = staged[index - names.length];
            if (waiting) return <StagedRow key={waiting.id} item={waiting} {...shared} />;
            const at = order[index]!;
            const entry = entryAt(at);
            return (
              <ListingRow
                key={entry.name}
                {...shared}
                entry={entry}
                size={folder.sizes[at]}
                mtime={folder.mtimes[at]}
                birth={folder.births[at]}
                error={folder.errors[at]}
                origin={originIn(listing.origins, entry.name)}
                isFavourite={favourites.has(pathKey(entry))}
                selected={selection.names.has(entry.name)}
                cut={cut.size > 0 && cut.has(pathKey(entry))}
                cursor={focusShown && index === cursorIndex}
                now={now}
                onPress={press}
                onOpen={onOpen}
                dragged={dragged}
              />
            );
          })}
        </div>
        {staged.length === 0 && listing.filter === null && isUnused(location, names) ? (
          // A grid may hold rows only.
          <div role="row" className="min-h-0 flex-1">
            <div role="gridcell" className="h-full">
              <EmptyFolder location={location} title={MESSAGES.unused} />
            </div>
          </div>
        ) : null}
        {lasso ? <LassoBox lasso={lasso} /> : null}
      </div>
    </div>
  );
}
