import { ListFilter } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { inArticles, inTrash, type Location } from '@zo/web/paths';
import {
  Button,
  ContextMenuArea,
  EmptyState,
  removeEarlyNames,
  SkeletonRows,
  useMedia,
  type MenuEntry,
  loadable,
  Loading,
} from '@zo/web/ui';
import { useInTransit } from '../../uploads/in-transit';
import { entryMenu, folderMenu } from '../../operations/menu';
import { MESSAGES } from '../../messages';
import { useFolderView } from '../../navigation/folder-view';
import { isSentToRow } from '../../navigation/row-menu';
import { useOpen } from '../../navigation/use-open';
import { ListingGrid } from './listing-grid';
import { ListingStatus } from './listing-status';
import { EMPTY_SELECTION } from './selection';
import { useColumns } from './use-columns';
import { useListing, type Listing } from './use-listing';

// A list needs none of it.
const SelectionBar = loadable(() => import('./selection-bar').then((module) => module.SelectionBar), {
  isOptional: true,
});
const TileGrid = loadable(() => import('./tile-grid').then((module) => module.TileGrid));

/** FT-03: one folder as a table. The caller must key it by the folder. */
export function FileListing({ location }: { location: Location }) {
  const listing = useListing(location);
  const isKnown = listing.folder !== undefined || listing.error !== undefined;
  useLayoutEffect(() => {
    if (isKnown) removeEarlyNames();
  }, [isKnown]);
  if (listing.error)
    return (
      <EmptyState
        tone="bad"
        title="Couldn’t open this folder"
        action={<Button onClick={listing.retry}>Try again</Button>}
      >
        {listing.error}
      </EmptyState>
    );
  if (!listing.folder) return <LoadingRows />;
  return <LoadedListing location={location} listing={listing} />;
}

/** FT-03: placeholder while a folder loads. */
export function LoadingRows() {
  return (
    <div className="flex h-full flex-col">
      {/* Hidden from screen readers, because the rows below announce the same text. */}
      <p aria-hidden className="px-3 pt-3 text-sm text-text-2">
        {MESSAGES.loading}
      </p>
      <SkeletonRows rows={12} label={MESSAGES.loading} />
    </div>
  );
}

// A closing menu returns the focus a moment later, and would take it from the field.
const MENU_CLOSED_MS = 40;

function filterMenu(location: Location, listing: Listing): MenuEntry[] {
  if (listing.total === 0 || inTrash(location) || inArticles(location)) return [];
  const onSelect = () => void setTimeout(() => listing.setFilter(listing.filter ?? ''), MENU_CLOSED_MS);
  return ['separator', { label: 'Filter', icon: <ListFilter />, keys: '/', onSelect }];
}

function LoadedListing({ location, listing }: { location: Location; listing: Listing }) {
  const pane = useRef<HTMLDivElement>(null);
  const chosenColumns = useColumns(pane, location);
  const coarse = useMedia('(pointer: coarse)');
  const staged = useInTransit(location);
  const view = useFolderView(location);
  const open = useOpen();
  const { selection, setSelection } = listing;
  const [menu, setMenu] = useState<MenuEntry[]>([]);
  const menuShown = useRef(false);

  const prepareMenu = (target: Element, choose: boolean) => {
    const name = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (name === undefined) return setMenu([...folderMenu(location), ...filterMenu(location, listing)]);
    const chosen = selection.names.has(name) ? selection.names : new Set([name]);
    if (choose && !selection.names.has(name)) setSelection({ names: chosen, anchor: name, cursor: name });
    setMenu(entryMenu(listing.entries(chosen), open, 'grid'));
  };

  const chosen = selection.names.size;
  const grid = { location, listing, staged, chosen: chosenColumns, coarse, open, onOpen: open, menuShown };
  return (
    <div ref={pane} className="@container relative h-full">
      <ContextMenuArea entries={menu} label="File" onOpenChange={(shown) => void (menuShown.current = shown)}>
        <div
          className="h-full"
          onContextMenuCapture={(event) => isSentToRow(event) || prepareMenu(event.target as Element, true)}
          // Some phones fire no contextmenu event for a long press.
          onPointerDownCapture={(event) => event.pointerType === 'touch' && prepareMenu(event.target as Element, false)}
        >
          {view.isGrid ? (
            <Loading fallback={<LoadingRows />}>
              <TileGrid {...grid} tileColumns={view.columns} />
            </Loading>
          ) : (
            <ListingGrid {...grid} />
          )}
        </div>
      </ContextMenuArea>
      <ListingStatus listing={listing} />
      {chosen > 1 || (chosen === 1 && coarse) ? (
        <SelectionBar
          location={location}
          items={listing.entries(selection.names)}
          bytes={listing.bytesOf(selection.names)}
          onClear={() => setSelection(EMPTY_SELECTION)}
        />
      ) : null}
    </div>
  );
}
