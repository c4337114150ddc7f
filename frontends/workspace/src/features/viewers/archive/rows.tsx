import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight, Lock } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { formatDate, formatSize } from '@zo/web/format';
import { cn } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { choiceOf, type Choice, type Node, type Row } from './tree';

const ROW = 32;
const TOUCH_ROW = 44;
const INDENT = 18;

interface RowsProps {
  label: string;
  rows: readonly Row[];
  /** Paths instead of a tree. */
  flat: boolean;
  open: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  /** Opens or closes a folder. */
  onFold: (node: Node, open: boolean) => void;
  onChoose: (node: Node) => void;
}

function Check({ choice, label, onChange }: { choice: Choice; label: string; onChange: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = choice === 'some';
  }, [choice]);
  return (
    <span className="flex size-6 items-center justify-center" onClick={(event) => event.stopPropagation()}>
      <input
        ref={box}
        type="checkbox"
        tabIndex={-1}
        aria-label={`Choose ${label}`}
        checked={choice === 'all'}
        onChange={onChange}
        className="size-4 touch-area accent-accent"
      />
    </span>
  );
}

/** FV-01: what is in an archive, as a tree or as the list of filtered paths. */
export function ArchiveRows({ label, rows, flat, open, chosen, onFold, onChoose }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [cursor, setCursor] = useState(0);
  const [now] = useState(() => Date.now());
  const height = window.matchMedia('(pointer: coarse)').matches ? TOUCH_ROW : ROW;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    paddingStart: 4,
    paddingEnd: 24,
  });
  const at = Math.min(cursor, rows.length - 1);
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setCursor(next);
    virtual.scrollToIndex(next);
  };
  const keys = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = row;
    const isOpen = open.has(node.path);
    const action: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ' ': () => onChoose(node),
      Enter: () => (node.isFolder && !flat ? onFold(node, !isOpen) : onChoose(node)),
      ArrowRight: () => (node.isFolder && !flat && !isOpen ? onFold(node, true) : move(at + 1)),
      ArrowLeft: () =>
        node.isFolder && isOpen && !flat
          ? onFold(node, false)
          : move(rows.findIndex((other) => other.node === node.parent)),
    };
    const act = action[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length}
      aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      data-page-focus
      onKeyDown={keys}
      className="group min-h-0 flex-1 overflow-y-auto px-3 outline-none max-md:px-1"
    >
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { node, level } = rows[index]!;
          return (
            <ArchiveRow
              key={node.path}
              id={`${id}-${index}`}
              index={index}
              row={{ node, level }}
              flat={flat}
              isOpen={open.has(node.path)}
              choice={choiceOf(node, chosen)}
              isCursor={index === at}
              date={node.mtime === null ? '' : formatDate(node.mtime, now)}
              style={{ transform: `translateY(${start}px)`, height }}
              onPress={() => (
                setCursor(index),
                node.isFolder && !flat ? onFold(node, !open.has(node.path)) : onChoose(node)
              )}
              onChoose={() => (setCursor(index), onChoose(node))}
            />
          );
        })}
      </div>
    </div>
  );
}

function ArchiveRow(props: {
  id: string;
  index: number;
  row: Row;
  flat: boolean;
  isOpen: boolean;
  choice: Choice;
  isCursor: boolean;
  date: string;
  style: { transform: string; height: number };
  onPress: () => void;
  onChoose: () => void;
}) {
  const { row, flat, isOpen, choice, isCursor } = props;
  const { node, level } = row;
  const shown = flat ? node.path : node.name;
  return (
    <div
      id={props.id}
      role="row"
      aria-level={level + 1}
      aria-rowindex={props.index + 1}
      aria-expanded={node.isFolder && !flat ? isOpen : undefined}
      aria-selected={choice === 'all'}
      onClick={props.onPress}
      className={cn(
        'absolute inset-x-0 grid grid-cols-[minmax(0,1fr)_5rem] items-center',
        'gap-x-2 rounded-md pr-2 pl-1 text-base select-none',
        '@min-[40rem]:grid-cols-[minmax(0,1fr)_6rem_9rem]',
        choice === 'all' ? 'bg-surface-4' : 'hover:bg-surface-3',
        isCursor &&
          'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-focus',
      )}
      style={props.style}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-1.5">
        <Check choice={choice} label={node.path} onChange={props.onChoose} />
        <span aria-hidden className="shrink-0" style={{ width: flat ? 0 : Math.min(level, 12) * INDENT }} />
        <ChevronRight
          aria-hidden
          className={cn(
            'size-3.5 shrink-0 text-text-3 transition-transform duration-[120ms] ease-ui',
            isOpen && 'rotate-90',
            flat && 'hidden',
            !node.isFolder && 'invisible',
          )}
        />
        <FileIcon name={node.name} isDirectory={node.isFolder} open={isOpen} className="size-4 text-text-2" />
        <span className="ml-0.5 truncate" title={node.path}>
          {shown}
        </span>
        {node.isLink ? <span className="shrink-0 text-xs text-text-3">link</span> : null}
        {node.encrypted && !node.isFolder ? (
          <Lock aria-label="Protected by a password" className="size-3.5 shrink-0 text-text-3" />
        ) : null}
      </div>
      <div role="gridcell" className="text-right text-sm text-text-2 tabular-nums">
        {node.size > 0 || !node.isFolder ? formatSize(node.size) : ''}
      </div>
      <div role="gridcell" className="truncate text-right text-sm text-text-2 @max-[40rem]:hidden">
        {props.date}
      </div>
    </div>
  );
}
