import { useMemo, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { formatMonth } from '@zo/web/format';
import { inArticles, inTrash, parentOf, pathKey } from '@zo/web/paths';
import { cn } from '@zo/web/ui';
import { useCut } from '../../operations/held';
import { usePaste } from '../../operations/use-paste';
import { dialogOpened, type Entry } from '../../workspace.slice';
import { LassoBox } from './lasso-box';
import { ListingFilter } from './listing-filter';
import type { ListingGridProps } from './listing-grid';
import { NoRows } from './no-rows';
import { clickRow } from './selection';
import { Tile } from './tile';
import { GAP, nextTile, PADDING, tileLines, tileSizes, tilesIn } from './tile-lines';
import { TileHead } from './tile-head';
import { useDropTarget, useReveal } from './use-grid';
import { useLasso } from './use-lasso';
import type { Listing } from './use-listing';
import { listingKey } from './use-listing-keys';
import { useRows } from './use-rows';
import { useTileScroll } from './use-tile-scroll';

/** Lines of tiles in a pane of this width, made anew only when the rows or the width change. */
function useLines({ folder, order, sort }: Listing, width: number, columns: number) {
  return useMemo(() => {
    const sizes = tileSizes(width, columns);
    const dates = sort.by === 'mtime' ? folder!.mtimes : sort.by === 'birth' ? folder!.births : undefined;
    const monthOf = dates && ((row: number) => formatMonth(dates[order[row]!]!));
    const isFolder = (row: number) => folder!.isDir[order[row]!]! && !folder!.errors[order[row]!];
    return { sizes, lines: tileLines({ count: order.length, isFolder, monthOf }, sizes) };
  }, [folder, order, sort.by, width, columns]);
}

interface TileKeys {
  lines: ReturnType<typeof useLines>['lines'];
  /** Rows that a page key moves by. */
  pageRows: number;
  scrollTo: (row: number) => void;
}

/** Keys of the grid: arrows move in two dimensions. */
function useTileKeys(props: ListingGridProps, { lines, pageRows, scrollTo }: TileKeys, onUsed: () => void) {
  const { location, listing, open, onOpen } = props;
  const dispatch = useAppDispatch();
  return (event: KeyboardEvent) => {
    if ((event.target as Element).closest('button, input')) return;
    const used = listingKey(
      {
        location,
        listing,
        open: onOpen,
        up: () => location.path.length && open(parentOf(location)),
        scrollTo,
        pageRows,
        arrow: (row, key) => nextTile(lines, row, key),
        askDelete: (items) => dispatch(dialogOpened({ type: 'delete', items })),
      },
      event,
    );
    if (!used) return;
    event.preventDefault();
    onUsed();
  };
}

/** A folder as tiles with thumbnails: the same rows, keys and selection as the list. */
export function TileGrid(props: ListingGridProps & { tileColumns: number }) {
  const { location, listing, chosen, coarse, onOpen, menuShown, tileColumns } = props;
  const { order, names, selection } = listing;
  const folder = listing.folder!;
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [focusShown, setFocusShown] = useState(false);
  const cut = useCut();
  const { sizes, lines } = useLines(listing, chosen.width, tileColumns);
  const cursorRow = selection.cursor === null ? -1 : names.indexOf(selection.cursor);
  const { virtual, scrollTo } = useTileScroll(scroller, listing, { sizes, lines, cursorRow });
  const { lasso, handlers } = useLasso(scroller, listing, (area) =>
    tilesIn(lines, sizes, area).map((row) => names[row]!),
  );
  const dropping = useDropTarget(scroller, location);
  const { entryAt, press, dragged } = useRows({ location, listing, coarse, onOpen, menuShown });
  const id = useId();
  usePaste(grid, () => (inTrash(location) || inArticles(location) ? undefined : location));
  useReveal(listing, scrollTo);
  const toggle = (entry: Entry) =>
    listing.setSelection((now) => clickRow(now, names, { name: entry.name, shift: false, toggle: true }));

  const onKeyDown = useTileKeys(props, { lines, pageRows: sizes.columns * 3, scrollTo }, () => setFocusShown(true));
  const tileAt = (row: number) => {
    const at = order[row]!;
    const entry = entryAt(at);
    return (
      <Tile
        key={entry.name}
        gridId={id}
        row={row}
        entry={entry}
        size={folder.sizes[at]!}
        mtime={folder.mtimes[at]!}
        width={sizes.tile}
        thumb={sizes.thumb}
        selected={selection.names.has(entry.name)}
        cut={cut.size > 0 && cut.has(pathKey(entry))}
        cursor={focusShown && row === cursorRow}
        onPress={press}
        onToggle={toggle}
        onOpen={onOpen}
        dragged={dragged}
      />
    );
  };
  return (
    <div
      ref={grid}
      role={names.length ? 'grid' : 'group'}
      aria-label={location.path.at(-1) ?? 'Workspace'}
      aria-rowcount={names.length ? lines.length : undefined}
      aria-multiselectable={names.length ? true : undefined}
      aria-activedescendant={focusShown && cursorRow >= 0 ? `${id}-${cursorRow}` : undefined}
      tabIndex={0}
      data-page-focus
      onFocus={(event) => setFocusShown(event.target.matches(':focus-visible'))}
      onBlur={() => setFocusShown(false)}
      onKeyDown={onKeyDown}
      className="relative flex h-full flex-col outline-none"
    >
      <ListingFilter listing={listing} grid={grid} />
      <TileHead listing={listing} />
      <div
        ref={scroller}
        {...handlers}
        className={cn('relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto', dropping && 'bg-accent-soft')}
      >
        {names.length === 0 ? <NoRows location={location} listing={listing} /> : null}
        <div role="presentation" className="relative" style={{ height: names.length ? virtual.getTotalSize() : 0 }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const line = lines[index]!;
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 1}
                className="absolute inset-x-0 flex"
                style={{ transform: `translateY(${start}px)`, paddingInline: PADDING, gap: GAP }}
              >
                {line.type === 'month' ? (
                  <div role="rowheader" className="px-1 pt-3 text-sm font-semibold text-text-2">
                    {line.label}
                  </div>
                ) : (
                  Array.from({ length: line.to - line.from }, (_none, at) => tileAt(line.from + at))
                )}
              </div>
            );
          })}
        </div>
        {lasso ? <LassoBox lasso={lasso} /> : null}
      </div>
    </div>
  );
}
