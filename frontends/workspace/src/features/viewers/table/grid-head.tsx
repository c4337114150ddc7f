import { ArrowDown, ArrowUp, Clock, Copy, Filter as FilterIcon, Hash, MoveHorizontal, Type, X } from 'lucide-react';
import { useRef, type PointerEvent } from 'react';
import { Menu, cn, toast, writeClipboard, type MenuEntry } from '@zo/web/ui';
import { drawn, skipped, type Look } from './grid-row';
import { HEAD_PX, type Sort } from './rows';

const MIN_WIDTH = 48;
const MAX_WIDTH = 1_200;
const ICONS = { text: Type, number: Hash, time: Clock };

export interface GridHeadProps {
  look: Look;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  onFilter: (column: number) => void;
  onResize: (column: number, width: number) => void;
  /** Gives a column the width of what is seen of it. */
  onFit: (column: number) => void;
}

/** Follows the pointer until it is released. */
function startResize(event: PointerEvent<HTMLElement>, before: number, onWidth: (width: number) => void): void {
  event.preventDefault();
  const handle = event.currentTarget;
  const start = event.clientX;
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = ({ clientX }) => onWidth(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, before + clientX - start)));
  handle.onlostpointercapture = () => (handle.onpointermove = null);
}

/** The menu of a column. */
function entriesOf(column: number, props: GridHeadProps, onForm: () => void): MenuEntry[] {
  const { look, sort, onSort, onFilter, onFit } = props;
  const of = (descending: boolean) => sort?.column === column && sort.descending === descending;
  return [
    {
      label: 'Sort ascending',
      icon: <ArrowUp />,
      checked: of(false),
      onSelect: () => onSort(of(false) ? undefined : { column, descending: false }),
    },
    {
      label: 'Sort descending',
      icon: <ArrowDown />,
      checked: of(true),
      onSelect: () => onSort(of(true) ? undefined : { column, descending: true }),
    },
    ...(sort?.column === column
      ? [{ label: 'File order', icon: <X />, onSelect: () => onSort(undefined) } satisfies MenuEntry]
      : []),
    'separator',
    {
      label: 'Filter…',
      icon: <FilterIcon />,
      onSelect: () => {
        onForm();
        onFilter(column);
      },
    },
    { label: 'Fit width', icon: <MoveHorizontal />, onSelect: () => onFit(column) },
    {
      label: 'Copy name',
      icon: <Copy />,
      onSelect: () => void writeClipboard(look.columns[column]!.name).then(() => toast('Copied')),
    },
  ];
}

/** The names of the columns, each a button that opens its menu, with an edge that is dragged. */
export function GridHead(props: GridHeadProps) {
  const { look, sort, onResize, onFit } = props;
  const { columns, edges, pinned, isNarrow } = look;
  const opensForm = useRef(false);
  /** The form that was opened has the focus: giving it back to the head would close the form on a slow machine. */
  const leaveFocus = (event: Event) => {
    if (opensForm.current) event.preventDefault();
    opensForm.current = false;
  };

  const head = (column: number) => {
    const { name, type } = columns[column]!;
    const Icon = ICONS[type];
    const isSorted = sort?.column === column;
    const width = edges[column + 1]! - edges[column]!;
    const Arrow = sort?.descending ? ArrowDown : ArrowUp;
    return (
      <div
        key={column}
        role="columnheader"
        aria-colindex={column + 1}
        aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
        className={cn(
          'relative flex shrink-0 border-r border-line-1',
          isNarrow && column === 0 && 'sticky left-0 z-1',
          isSorted ? 'bg-surface-3' : 'bg-surface-2',
        )}
        style={{ width }}
      >
        <Menu
          label={`Column ${name || column + 1}`}
          align="start"
          entries={entriesOf(column, props, () => (opensForm.current = true))}
          onCloseAutoFocus={leaveFocus}
        >
          <button
            type="button"
            title={name}
            className={cn(
              'flex min-w-0 flex-1 items-center gap-1.5 px-2.5 text-sm font-medium text-text-2 inset-ring-focus',
              'outline-none hover:text-text-1 [&_svg]:size-3.5 [&_svg]:shrink-0',
              type === 'number' && 'justify-end',
            )}
          >
            <Icon aria-hidden className="text-text-3" />
            <span className="truncate">{name}</span>
            {isSorted ? <Arrow aria-hidden /> : null}
          </button>
        </Menu>
        <span
          aria-hidden
          onPointerDown={(event) => startResize(event, width, (next) => onResize(column, next))}
          onDoubleClick={() => onFit(column)}
          className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none hover:bg-line-2"
        />
      </div>
    );
  };

  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="flex border-b border-line-1 bg-surface-2"
        style={{ height: HEAD_PX }}
      >
        {isNarrow ? (
          columns.length > 0 && head(0)
        ) : (
          <span
            aria-hidden
            className={cn(
              'sticky left-0 z-1 flex shrink-0 items-center justify-end border-r border-line-1 bg-surface-2',
              'px-2.5 text-xs text-text-3',
            )}
            style={{ width: pinned }}
          >
            row
          </span>
        )}
        <span aria-hidden className="shrink-0" style={{ width: skipped(look) }} />
        {drawn(look).map(head)}
      </div>
    </div>
  );
}
