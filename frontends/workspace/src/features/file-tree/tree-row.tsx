import { ChevronRight } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { parentOf, shownName } from '@zo/web/paths';
import { cn } from '@zo/web/ui';
import { withDrag } from '../../operations/drag/with-drag';
import { FileIcon } from '@zo/web/file-types';
import type { TreeRow } from './rows';

export interface TreeRowProps {
  row: TreeRow;
  current: boolean;
  /** Cut and not pasted yet. */
  cut: boolean;
  focused: boolean;
  id: string;
  top: number;
  onOpen: (row: TreeRow) => void;
  /** Opens it in a tab of its own. */
  onOpenTab: (row: TreeRow) => void;
  onToggle: (row: TreeRow) => void;
  /** Called with true while a drag is over this folder, with false when it leaves. */
  onDragOver: (row: TreeRow, over: boolean) => void;
}

/** The title of a note is its name without '.md', which the icon already shows. */
const titleOf = (name: string) => shownName(name.length > 3 && name.endsWith('.md') ? name.slice(0, -3) : name);

/** One row of the tree. */
export const TreeLine = memo(function TreeLine({
  row,
  current,
  cut,
  focused,
  id,
  top,
  onOpen,
  onOpenTab,
  onToggle,
  onDragOver,
}: TreeRowProps) {
  const { entry, level, expanded } = row;
  const element = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const trash = entry.root === 'w' && entry.path.length === 1 && entry.name === 'Trash';

  useEffect(() => {
    const node = element.current;
    if (!node) return;
    return withDrag(({ combine, dragSource, dropFolder }) =>
      combine(
        dragSource(node, () => (trash ? [] : [entry])),
        dropFolder(node, {
          folder: () => (entry.isDirectory ? entry : parentOf(entry)),
          onOver: (next) => {
            setOver(next && entry.isDirectory);
            onDragOver(row, next);
          },
        }),
      ),
    );
  }, [entry, row, trash, onDragOver]);

  return (
    <div
      ref={element}
      id={id}
      role="treeitem"
      aria-label={titleOf(entry.name)}
      aria-level={level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={entry.isDirectory && !trash ? expanded : undefined}
      aria-selected={current}
      data-row={row.key}
      data-over={over || undefined}
      data-cut={cut || undefined}
      data-location={row.key}
      onClick={() => onOpen(row)}
      onDoubleClick={() => entry.isDirectory || onOpenTab(row)}
      onAuxClick={(event) => event.button === 1 && onOpenTab(row)}
      className={cn(
        'absolute inset-x-2 flex h-[30px] items-center gap-1 rounded-md pr-2 text-base select-none pointer-coarse:h-11',
        current ? 'bg-surface-4 font-medium text-text-1' : 'text-text-2 hover:bg-surface-3 hover:text-text-1',
        over && 'bg-accent-soft text-text-1 outline-2 -outline-offset-2 outline-accent',
        focused && 'outline-2 -outline-offset-2 outline-focus',
      )}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + (level - 1) * 16 }}
    >
      {entry.isDirectory && !trash ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={expanded ? `Close ${entry.name}` : `Open ${entry.name}`}
          onClick={(event) => (event.stopPropagation(), onToggle(row))}
          className={cn(
            'flex size-6 shrink-0 items-center justify-center rounded-md text-text-3 touch-area',
            'hover:text-text-1',
          )}
        >
          <ChevronRight
            className={cn('size-3.5 transition-transform duration-[120ms] ease-ui', expanded && 'rotate-90')}
          />
        </button>
      ) : (
        <span className="w-6 shrink-0" />
      )}
      <FileIcon
        name={entry.name}
        isDirectory={entry.isDirectory}
        open={expanded}
        trash={trash}
        className={cn('size-4', current ? 'text-text-1' : 'text-text-2', cut && 'opacity-40')}
      />
      <span className={cn('ml-1 min-w-0 flex-1 truncate', cut && 'italic')}>{titleOf(entry.name)}</span>
    </div>
  );
});
