import { memo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { formatAge, formatDate, formatSize } from '@zo/web/format';
import { inTrash, shownName } from '@zo/web/paths';
import { cn } from '@zo/web/ui';
import type { Origin } from '../../api/trash.endpoints';
import type { Open } from '../../navigation/use-open';
import { familyOf, FileIcon, KIND_LABEL } from '@zo/web/file-types';
import { MESSAGES } from '../../messages';
import type { Entry } from '../../workspace.slice';
import { ROW_GRID, type Column, type ListingColumns } from './columns';
import { FolderSizeCell } from './folder-size-cell';
import { OriginCell } from './origin-cell';
import { RowActions } from './row-actions';
import { RowStar } from './row-star';
import { useRowDrag } from './use-row-drag';

export interface ListingRowProps {
  entry: Entry;
  size: number | undefined;
  mtime: number | undefined;
  birth: number | undefined;
  error: string | undefined;
  /** In the trash: where it was. */
  origin: Origin | undefined;
  isFavourite: boolean;
  /** Makes the id of the row unique: two panes may show listings. */
  gridId: string;
  index: number;
  top: number;
  height: number;
  columns: ListingColumns;
  selected: boolean;
  /** Cut and not pasted yet. */
  cut: boolean;
  cursor: boolean;
  now: number;
  onPress: (entry: Entry, event: MouseEvent) => void;
  onOpen: Open;
  /** Entries that a drag from this row moves. */
  dragged: (entry: Entry) => Entry[];
}

interface FieldCellProps extends ListingRowProps {
  field: Column;
  isHot: boolean;
  /** Actions shown in place of the date. */
  covered: ReactNode;
}

/** What a row has in one of its columns. */
function FieldCell({ field, entry, isHot, covered, columns, error, now, ...row }: FieldCellProps) {
  if (field === 'size' && entry.isDirectory) return <FolderSizeCell entry={entry} isHot={isHot} />;
  if (field === 'size')
    return (
      <div role="gridcell" className="text-right text-text-2 tabular-nums">
        {formatSize(row.size ?? -1)}
      </div>
    );
  if (field === 'kind')
    return (
      <div role="gridcell" className="truncate text-text-2">
        {KIND_LABEL[familyOf(entry.name, entry.isDirectory)]}
      </div>
    );
  if (field === 'created')
    return (
      <div role="gridcell" className="truncate text-text-2">
        {formatDate(row.birth ?? 0, now)}
      </div>
    );
  if (field === 'from') return <OriginCell origin={row.origin} onOpen={row.onOpen} />;
  const time = field === 'deleted' ? row.origin?.at : row.mtime;
  const date = (columns.compact ? formatAge : formatDate)(time ?? 0, now);
  return (
    <div
      role="gridcell"
      className={cn(
        'truncate',
        columns.actionsOverDate && 'text-right',
        columns.compact && 'text-sm',
        error ? 'text-bad' : 'text-text-2',
      )}
      title={error}
    >
      {covered ?? (error ? MESSAGES.unreadable(error) : date)}
    </div>
  );
}

/** One row of the listing. */
export const ListingRow = memo(function ListingRow(props: ListingRowProps) {
  const { entry, gridId, index, top, height, columns, selected, cut, cursor, error } = props;
  const { isFavourite, onPress, onOpen } = props;
  const element = useRef<HTMLDivElement>(null);
  const [hot, setHot] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const over = useRowDrag(element, entry, props.dragged);
  const actions =
    hot || menuOpen || (cursor && columns.actionsOverDate) ? (
      <RowActions entry={entry} compact={columns.compact} onOpen={onOpen} onMenu={setMenuOpen} />
    ) : null;

  return (
    <div
      ref={element}
      role="row"
      id={`${gridId}-${index}`}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={entry.name}
      data-over={over || undefined}
      data-cut={cut || undefined}
      data-location={`${entry.root}/${entry.path.join('/')}`}
      // Touch has no hover; a long press opens the menu instead.
      onPointerEnter={(event) => setHot(event.pointerType !== 'touch')}
      onPointerLeave={() => setHot(false)}
      onClick={(event) => onPress(entry, event)}
      onDoubleClick={() => onOpen(entry)}
      className={cn(
        'absolute inset-x-3 rounded-md px-2 text-base select-none max-md:inset-x-1',
        ROW_GRID,
        selected ? 'bg-surface-4' : 'hover:bg-surface-3',
        over && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
        cursor && 'outline-2 -outline-offset-2 outline-focus',
      )}
      style={{ transform: `translateY(${top}px)`, height, gridTemplateColumns: columns.template }}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-2.5">
        <FileIcon name={entry.name} isDirectory={entry.isDirectory} className={cut ? 'opacity-40' : undefined} />
        <span
          className={cn('truncate', error && 'text-text-3', cut && 'text-text-2 italic')}
          title={shownName(entry.name)}
        >
          {shownName(entry.name)}
        </span>
        {isFavourite || ((hot || cursor) && !inTrash(entry)) ? (
          <RowStar entry={entry} isFavourite={isFavourite} />
        ) : null}
      </div>
      {columns.fields.map((field) => (
        <FieldCell
          key={field}
          field={field}
          {...props}
          isHot={hot || cursor}
          covered={columns.actionsOverDate ? actions : null}
        />
      ))}
      {columns.actionsOverDate && columns.fields.length > 0 ? null : (
        <div role="gridcell" className="min-w-0">
          {actions}
        </div>
      )}
    </div>
  );
});
