import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { inArticles, parentOf, type FilePath } from '@zo/web/paths';
import { Button, ContextMenuArea, EmptyState, SkeletonRows, cn, isApple, useMedia, type MenuEntry } from '@zo/web/ui';
import { autoScroll, dropFolder } from '../../drag/entries-drag';
import { useInTransit } from '../../entries/in-transit';
import { MESSAGES } from '../../entries/messages';
import { entryMenu, folderMenu } from '../../entries/menu';
import { useOpen } from '../../entries/use-open';
import { dialogOpened, type Entry } from '../../entries/workspace.slice';
import { EmptyFolder } from './empty-folder';
import { ListingHead } from './listing-head';
import { ListingRow } from './listing-row';
import { SelectionBar } from './selection-bar';
import { EMPTY_SELECTION, clickRow } from './selection';
import { StagedRow } from './staged-row';
import { useLasso } from './use-lasso';
import { listingKey } from './use-listing-keys';
import { useListing } from './use-listing';

const MINUTE = 60_000;

/** Re-renders once a minute, so that 'just now' grows old. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** FT-03: one folder as a table. Key it by the folder. */
export function FileListing({ place }: { place: FilePath }) {
  const listing = useListing(place);
  const staged = useInTransit(place);
  const { folder, order, names, selection, setSelection, memory } = listing;
  const rows = names.length + staged.length;
  const scroller = useRef<HTMLDivElement>(null);
  const [focusShown, setFocusShown] = useState(false);
  const [dropping, setDropping] = useState(false);
  const [menu, setMenu] = useState<MenuEntry[]>([]);
  const coarse = useMedia('(pointer: coarse)');
  const rowHeight = coarse ? 48 : 32;
  const dispatch = useAppDispatch();
  const open = useOpen();
  const now = useNow();
  const sizes = !inArticles(place);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialOffset: memory.scroll,
    paddingStart: 2,
    paddingEnd: 64,
    onChange: ({ scrollOffset }) => void (memory.scroll = scrollOffset ?? 0),
  });
  const { lasso, handlers } = useLasso(scroller, listing, rowHeight);
  const ready = folder !== undefined;

  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const stops = [autoScroll(node), dropFolder(node, { folder: () => place, onOver: setDropping })];
    return () => stops.forEach((stop) => stop());
  }, [place, ready]);

  // The newest choice, for callbacks that must not change with every click.
  const latest = useRef(listing);
  latest.current = listing;
  const menuShown = useRef(false);
  const openEntry = useCallback((entry: Entry) => open(entry), [open]);
  const press = useCallback(
    (entry: Entry, event: MouseEvent) => {
      // On touch there is no double click and no hover: a tap opens, unless it is the end of a press that brought the menu.
      if (coarse) return menuShown.current ? undefined : openEntry(entry);
      setSelection((before) =>
        clickRow(before, latest.current.names, {
          name: entry.name,
          shift: event.shiftKey,
          toggle: isApple ? event.metaKey : event.ctrlKey,
        }),
      );
    },
    [coarse, openEntry, setSelection],
  );
  const dragged = useCallback((entry: Entry) => {
    const { selection: chosen, entries } = latest.current;
    return chosen.names.has(entry.name) ? entries(chosen.names) : [entry];
  }, []);
  const entryAt = useMemo(() => {
    const made = new Map<number, Entry>();
    return (index: number): Entry => {
      const known = made.get(index) ?? {
        root: place.root,
        path: [...place.path, folder!.names[index]!],
        name: folder!.names[index]!,
        isDirectory: folder!.isDir[index]!,
      };
      made.set(index, known);
      return known;
    };
  }, [folder, place]);

  const prepareMenu = (target: Element, choose: boolean) => {
    const name = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (name === undefined) return setMenu(folderMenu(place));
    const chosen = selection.names.has(name) ? selection.names : new Set([name]);
    if (choose && !selection.names.has(name)) setSelection({ names: chosen, anchor: name, cursor: name });
    setMenu(entryMenu(listing.entries(chosen), openEntry, 'grid'));
  };

  if (listing.error)
    return (
      <EmptyState
        tone="bad"
        title="This folder cannot be shown"
        action={<Button onClick={listing.retry}>Try again</Button>}
      >
        {listing.error}
      </EmptyState>
    );
  if (!folder) return <SkeletonRows rows={12} label={MESSAGES.loading} />;
  const chosen = selection.names.size;
  const cursorIndex = selection.cursor === null ? -1 : names.indexOf(selection.cursor);
  return (
    <div className="relative h-full">
      <ContextMenuArea entries={menu} label="File" onOpenChange={(shown) => void (menuShown.current = shown)}>
        <div
          role={rows ? 'grid' : 'group'}
          aria-label={place.path.at(-1) ?? 'Workspace'}
          aria-rowcount={rows ? rows + 1 : undefined}
          aria-multiselectable={rows ? true : undefined}
          aria-activedescendant={focusShown && cursorIndex >= 0 ? `row-${cursorIndex}` : undefined}
          tabIndex={0}
          onFocus={(event) => setFocusShown(event.target.matches(':focus-visible'))}
          onBlur={() => setFocusShown(false)}
          onContextMenuCapture={(event) => prepareMenu(event.target as Element, true)}
          // Not every phone says by an event that a press was long.
          onPointerDownCapture={(event) => event.pointerType === 'touch' && prepareMenu(event.target as Element, false)}
          onKeyDown={(event) => {
            if ((event.target as Element).closest('button, input')) return;
            const used = listingKey(
              {
                place,
                listing,
                open: openEntry,
                up: () => place.path.length && open(parentOf(place)),
                scrollTo: (index) => virtual.scrollToIndex(index),
                pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 320) / rowHeight) - 1),
                askDelete: (items) => dispatch(dialogOpened({ type: 'delete', items })),
              },
              event,
            );
            if (used) {
              event.preventDefault();
              setFocusShown(true);
            }
          }}
          className="relative flex h-full flex-col outline-none"
        >
          {rows ? <ListingHead sort={listing.sort} onSort={listing.setSort} sizes={sizes} /> : null}
          <div
            ref={scroller}
            role={rows ? 'rowgroup' : undefined}
            {...handlers}
            className={cn(
              'relative flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto [scrollbar-gutter:stable]',
              dropping && 'bg-accent-soft',
            )}
          >
            {rows === 0 ? <EmptyFolder place={place} /> : null}
            <div className="relative shrink-0" style={{ height: rows ? virtual.getTotalSize() : 0 }}>
              {virtual.getVirtualItems().map(({ index, start }) => {
                const waiting = staged[index - names.length];
                if (waiting)
                  return (
                    <StagedRow
                      key={waiting.id}
                      item={waiting}
                      index={index}
                      top={start}
                      height={rowHeight}
                      sizes={sizes}
                    />
                  );
                const at = order[index]!;
                const entry = entryAt(at);
                return (
                  <ListingRow
                    key={entry.name}
                    entry={entry}
                    index={index}
                    top={start}
                    height={rowHeight}
                    sizes={sizes}
                    size={folder.sizes[at]}
                    mtime={folder.mtimes[at]}
                    error={folder.errors[at]}
                    selected={selection.names.has(entry.name)}
                    cursor={focusShown && index === cursorIndex}
                    now={now}
                    onPress={press}
                    onOpen={openEntry}
                    dragged={dragged}
                  />
                );
              })}
            </div>
            {staged.length === 0 && isUnused(place, names) ? (
              <div className="min-h-0 flex-1">
                <EmptyFolder place={place} title={MESSAGES.unused} />
              </div>
            ) : null}
            {lasso ? (
              <div
                aria-hidden
                className="pointer-events-none absolute z-10 rounded-sm border border-accent bg-accent-soft opacity-60"
                style={lasso}
              />
            ) : null}
          </div>
        </div>
      </ContextMenuArea>
      {chosen > 1 || (chosen === 1 && coarse) ? (
        <SelectionBar
          place={place}
          items={listing.entries(selection.names)}
          onClear={() => setSelection(EMPTY_SELECTION)}
        />
      ) : null}
    </div>
  );
}

/** A workspace that holds nothing but what every workspace begins with. */
const isUnused = (place: FilePath, names: readonly string[]) =>
  place.root === 'w' && place.path.length === 0 && names.length === 1 && names[0] === 'Articles';
