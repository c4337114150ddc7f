import { Download, Ellipsis, Pencil } from 'lucide-react';
import { memo, useEffect, useRef, useState, type MouseEvent } from 'react';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { formatDate, formatSize } from '@zo/web/format';
import { inArticles, inTrash, type FilePath } from '@zo/web/paths';
import { IconButton, Menu, cn } from '@zo/web/ui';
import { dragSource, dropFolder } from '../../drag/entries-drag';
import { downloadItems } from '../../entries/actions';
import { FileIcon } from '../../entries/file-icon';
import { entryMenu, renameEntry } from '../../entries/menu';
import type { Entry } from '../../entries/workspace.slice';

export interface ListingRowProps {
  entry: Entry;
  size: number | undefined;
  mtime: number | undefined;
  error: string | undefined;
  index: number;
  top: number;
  height: number;
  /** Sizes are left out in Articles (FT-03). */
  sizes: boolean;
  selected: boolean;
  cursor: boolean;
  now: number;
  onPress: (entry: Entry, event: MouseEvent) => void;
  onOpen: (entry: Entry) => void;
  /** What a drag from this row takes along. */
  dragged: (entry: Entry) => Entry[];
}

/** Columns of head and rows alike. */
export const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_auto_0px] md:grid-cols-[minmax(0,1fr)_10.5rem_6.5rem_6.5rem] items-center gap-x-3';
export const COLUMNS_NO_SIZE =
  'grid grid-cols-[minmax(0,1fr)_auto_0px] md:grid-cols-[minmax(0,1fr)_10.5rem_6.5rem] items-center gap-x-3';

/** Made only for the row under the pointer: menus and tooltips of every row would cost a frame while scrolling. */
function RowActions({
  entry,
  onOpen,
  onMenu,
}: {
  entry: Entry;
  onOpen: (entry: Entry) => void;
  onMenu: (open: boolean) => void;
}) {
  const locked = inTrash(entry) || inArticles(entry);
  return (
    <div
      className="hidden justify-end gap-0.5 md:flex"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {inTrash(entry) ? null : (
        <IconButton label="Download" tabIndex={-1} onClick={() => downloadItems([entry])}>
          <Download />
        </IconButton>
      )}
      {locked ? null : (
        <IconButton label="Rename" tabIndex={-1} onClick={() => renameEntry(entry, 'grid')}>
          <Pencil />
        </IconButton>
      )}
      <Menu label={`Actions for ${entry.name}`} entries={entryMenu([entry], onOpen, 'grid')} onOpenChange={onMenu}>
        <IconButton label="More" tabIndex={-1}>
          <Ellipsis />
        </IconButton>
      </Menu>
    </div>
  );
}

/** One line of the listing. */
export const ListingRow = memo(function ListingRow({
  entry,
  size,
  mtime,
  error,
  index,
  top,
  height,
  sizes,
  selected,
  cursor,
  now,
  onPress,
  onOpen,
  dragged,
}: ListingRowProps) {
  const element = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const [hot, setHot] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const drop: FilePath | null = entry.isDirectory && !inTrash(entry) ? entry : null;

  useEffect(() => {
    const node = element.current;
    if (!node) return;
    return combine(
      dragSource(node, () => (inTrash(entry) ? [] : dragged(entry))),
      ...(drop ? [dropFolder(node, { folder: () => drop, onOver: setOver })] : []),
    );
  }, [entry, drop, dragged]);

  return (
    <div
      ref={element}
      role="row"
      id={`row-${index}`}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={entry.name}
      data-over={over || undefined}
      data-place={`${entry.root}/${entry.path.join('/')}`}
      onPointerEnter={() => setHot(true)}
      onPointerLeave={() => setHot(false)}
      onClick={(event) => onPress(entry, event)}
      onDoubleClick={() => onOpen(entry)}
      className={cn(
        'absolute inset-x-3 rounded-md px-2 text-base select-none max-md:inset-x-1',
        sizes ? COLUMNS : COLUMNS_NO_SIZE,
        selected ? 'bg-surface-4' : 'hover:bg-surface-3',
        over && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
        cursor && 'outline-2 -outline-offset-2 outline-focus',
      )}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-2.5">
        <FileIcon name={entry.name} isDirectory={entry.isDirectory} />
        <span className={cn('truncate', error && 'text-text-3')}>{entry.name}</span>
      </div>
      <div
        role="gridcell"
        className={cn('truncate max-md:text-right max-md:text-sm', error ? 'text-bad' : 'text-text-2')}
        title={error}
      >
        {error ? 'cannot be read' : formatDate(mtime ?? 0, now)}
      </div>
      {sizes ? (
        <div role="gridcell" className="hidden text-right text-text-2 tabular-nums md:block">
          {entry.isDirectory ? '' : formatSize(size ?? -1)}
        </div>
      ) : null}
      <div role="gridcell" className="min-w-0">
        {hot || menuOpen ? <RowActions entry={entry} onOpen={onOpen} onMenu={setMenuOpen} /> : null}
      </div>
    </div>
  );
});
