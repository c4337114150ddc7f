import { Check } from 'lucide-react';
import { memo, useRef, useState, type MouseEvent } from 'react';
import { shownName } from '@zo/web/paths';
import { formatSize } from '@zo/web/format';
import { cn } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { MESSAGES } from '../../messages';
import type { Entry } from '../../workspace.slice';
import type { Open } from '../../navigation/use-open';
import { RowActions } from './row-actions';
import { Thumbnail } from './previews/thumbnail';
import { tileLook } from './tile-lines';
import { useRowDrag } from './use-row-drag';

export interface TileProps {
  entry: Entry;
  /** Makes the id of the tile unique: two panes may show listings. */
  gridId: string;
  row: number;
  size: number;
  mtime: number;
  width: number;
  thumb: number;
  selected: boolean;
  cut: boolean;
  cursor: boolean;
  onPress: (entry: Entry, event: MouseEvent) => void;
  onToggle: (entry: Entry) => void;
  onOpen: Open;
  dragged: (entry: Entry) => Entry[];
}

/** One file or folder of the grid. */
export const Tile = memo(function Tile(props: TileProps) {
  const { entry, gridId, row, size, mtime, width, thumb, selected, cut, cursor, onPress, onToggle, onOpen } = props;
  const element = useRef<HTMLDivElement>(null);
  const [hot, setHot] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const [missing, setMissing] = useState(false);
  const over = useRowDrag(element, entry, props.dragged);
  const text = formatSize(size);
  return (
    <div
      ref={element}
      role="gridcell"
      id={`${gridId}-${row}`}
      aria-selected={selected}
      data-row={entry.name}
      data-over={over || undefined}
      data-cut={cut || undefined}
      data-location={`${entry.root}/${entry.path.join('/')}`}
      onPointerEnter={(event) => setHot(event.pointerType !== 'touch')}
      onPointerLeave={() => setHot(false)}
      onClick={(event) => onPress(entry, event)}
      onDoubleClick={() => onOpen(entry)}
      className={cn(tileLook(selected, over, cursor), entry.isDirectory ? 'border border-line-1' : 'p-1.5')}
      style={{ width }}
    >
      {entry.isDirectory ? (
        <div className="flex h-[42px] items-center gap-2.5 px-3">
          <FileIcon name={entry.name} isDirectory className={cut ? 'opacity-40' : undefined} />
          <span className={cn('min-w-0 flex-1 truncate', cut && 'italic')} title={shownName(entry.name)}>
            {shownName(entry.name)}
          </span>
        </div>
      ) : (
        <>
          <div className={cut ? 'opacity-40' : undefined}>
            <Thumbnail
              key={mtime}
              entry={entry}
              version={`${mtime}-${size}`}
              height={thumb}
              onMissing={() => setMissing(true)}
            />
          </div>
          <div
            className={cn('truncate px-1 pt-1.5 text-sm text-text-1', cut && 'italic')}
            title={shownName(entry.name)}
          >
            {shownName(entry.name)}
          </div>
          <div className="truncate px-1 text-xs text-text-2 tabular-nums">
            {missing ? MESSAGES.noPreview(text) : text}
          </div>
        </>
      )}
      {hot || menuOpen || selected || cursor ? (
        <TileControls entry={entry} selected={selected} onToggle={onToggle} onOpen={onOpen} onMenu={setMenuOpen} />
      ) : null}
    </div>
  );
});

interface ControlsProps extends Pick<TileProps, 'entry' | 'selected' | 'onToggle' | 'onOpen'> {
  onMenu: (open: boolean) => void;
}

/** The tick box and the menu over a tile. */
function TileControls({ entry, selected, onToggle, onOpen, onMenu }: ControlsProps) {
  return (
    <div className={cn('absolute flex items-start', entry.isDirectory ? 'inset-y-1.5 right-1.5' : 'inset-x-3 top-3')}>
      {entry.isDirectory ? null : (
        <button
          type="button"
          role="checkbox"
          tabIndex={-1}
          aria-checked={selected}
          aria-label={MESSAGES.choose(entry.name)}
          onClick={(event) => (event.stopPropagation(), onToggle(entry))}
          onDoubleClick={(event) => event.stopPropagation()}
          className={cn(
            'flex size-6 items-center justify-center rounded-md border',
            selected
              ? 'border-accent bg-accent text-on-accent'
              : 'border-line-2 bg-surface-1 text-text-2 hover:bg-surface-3',
          )}
        >
          {selected ? <Check className="size-4" /> : null}
        </button>
      )}
      <div className="flex-1" />
      <div className="rounded-md bg-surface-1">
        <RowActions entry={entry} compact onOpen={onOpen} onMenu={onMenu} />
      </div>
    </div>
  );
}
