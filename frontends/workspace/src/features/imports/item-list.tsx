import {
  Archive,
  AudioLines,
  Database,
  File,
  FileText,
  Film,
  Folder,
  Image,
  Presentation,
  Sheet,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatDate, formatSize } from '@zo/web/format';
import { cn } from '@zo/web/ui';
import { isSelectable, type Item } from './items';
import { IMPORT } from './messages';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  folder: Folder,
  database: Database,
  document: FileText,
  sheet: Sheet,
  slides: Presentation,
  image: Image,
  video: Film,
  audio: AudioLines,
  archive: Archive,
};

const GRID =
  'grid grid-cols-[1.25rem_1.25rem_minmax(0,1fr)_12rem_7rem_5rem] items-center gap-x-3 ' +
  'max-md:grid-cols-[1.25rem_1.25rem_minmax(0,1fr)_4.5rem]';
const BOX = 'size-4 accent-accent';

function Row({ item, isOn, onToggle, onOpen }: RowProps) {
  const Icon = ICONS[item.icon] ?? File;
  const can = isSelectable(item);
  const name = <span className="truncate">{item.name}</span>;
  return (
    <li
      title={item.problem}
      className={cn(
        GRID,
        'min-h-9 border-b border-line-1 px-4 text-sm pointer-coarse:min-h-12',
        isOn && 'bg-accent-soft',
        item.problem && 'text-text-3',
      )}
    >
      {item.isFolder ? (
        <span />
      ) : (
        <input
          type="checkbox"
          aria-label={IMPORT.select(item.name)}
          checked={isOn}
          disabled={!can}
          onChange={onToggle}
          className={BOX}
        />
      )}
      <Icon aria-hidden className="size-4 text-text-2" />
      {item.isFolder ? (
        <button type="button" onClick={onOpen} className="flex min-w-0 py-1.5 text-left font-medium hover:underline">
          {name}
        </button>
      ) : (
        // The box has the keyboard; the name only makes it larger for a pointer.
        <span className="flex min-w-0 flex-col py-1.5" onClick={can ? onToggle : undefined}>
          {name}
          {item.problem ? <span className="text-xs text-warn md:hidden">{item.problem}</span> : null}
        </span>
      )}
      <span className={cn('truncate max-md:hidden', item.problem ? 'text-warn' : 'text-text-2')}>
        {item.problem ?? item.arrival}
      </span>
      <span className="truncate text-text-2 max-md:hidden">
        {item.modified === null ? '' : formatDate(item.modified, Date.now())}
      </span>
      <span className="truncate text-right text-text-2">{item.size === null ? '' : formatSize(item.size)}</span>
    </li>
  );
}

interface RowProps {
  item: Item;
  isOn: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

interface ListProps {
  items: readonly Item[];
  /** What the head says of them. */
  count: string;
  selected: ReadonlyMap<string, Item>;
  onSelect: (selected: ReadonlyMap<string, Item>) => void;
  onOpen: (item: Item) => void;
}

/** Items with a box each; the box of the head selects all that are shown. */
export function ItemList({ items, count, selected, onSelect, onOpen }: ListProps) {
  const all = useRef<HTMLInputElement>(null);
  const selectable = items.filter(isSelectable);
  const on = selectable.filter(({ id }) => selected.has(id)).length;
  const isAll = on > 0 && on === selectable.length;
  useEffect(() => {
    if (all.current) all.current.indeterminate = on > 0 && !isAll;
  }, [on, isAll]);
  const change = (changed: readonly Item[], isOn: boolean) => {
    const next = new Map(selected);
    for (const item of changed) {
      if (isOn) next.set(item.id, item);
      else next.delete(item.id);
    }
    onSelect(next);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className={cn(GRID, 'h-9 shrink-0 border-y border-line-1 bg-surface-2 px-4 text-xs text-text-2')}>
        <input
          ref={all}
          type="checkbox"
          aria-label={IMPORT.all}
          checked={isAll}
          disabled={selectable.length === 0}
          onChange={() => change(selectable, !isAll)}
          className={BOX}
        />
        <span />
        <span className="truncate" role="status">
          {count}
        </span>
        <span className="max-md:hidden">{IMPORT.arrivesAs}</span>
        <span className="max-md:hidden">{IMPORT.sort.modified}</span>
        <span className="text-right">{IMPORT.sort.size}</span>
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            isOn={selected.has(item.id)}
            onToggle={() => change([item], !selected.has(item.id))}
            onOpen={() => onOpen(item)}
          />
        ))}
      </ul>
    </div>
  );
}
