import { useEffect, useRef, type Ref, useImperativeHandle } from 'react';
import { cn, Marked } from '@zo/web/ui';
import type { RowSource } from '../table/rows';
import { useScroll } from '../table/use-scroll';

const LINE_PX = 20;
const OVERSCAN = 20;

/** Ranges of a word in a line, without case. */
function marksOf(text = '', word: string): [number, number][] {
  if (word === '') return [];
  const [lower, wanted] = [text.toLowerCase(), word.toLowerCase()];
  // Letters that change their length have no marks.
  if (lower.length !== text.length) return [];
  const marks: [number, number][] = [];
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length))
    marks.push([at, at + wanted.length]);
  return marks;
}

export interface LineListHandle {
  /** Shows a line, from 1, not at the very edge. */
  reveal: (line: number) => void;
  focus: () => void;
}

interface LineListProps {
  ref: Ref<LineListHandle>;
  name: string;
  source: RowSource;
  /** Marked in the lines. */
  word: string;
  /** The line that was found or asked for. */
  current: number | undefined;
  /** Called with the first line that is seen. */
  onTop: (line: number) => void;
}

/** Any number of lines; only what is seen is read and drawn. */
export function LineList({ ref, name, source: { facts, row, show }, word, current, onTop }: LineListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const widest = useRef(0);
  const { all } = facts;
  const scroll = useScroll(scroller, all * LINE_PX, 0);
  const top = Math.floor(scroll.top / LINE_PX);
  const first = Math.max(0, top - OVERSCAN);
  const last = Math.max(0, Math.min(all - 1, Math.ceil((scroll.top + scroll.view.height) / LINE_PX) + OVERSCAN));
  useEffect(() => {
    if (all > 0) show(first, last);
  }, [show, first, last, all]);
  useEffect(() => onTop(top + 1), [onTop, top]);
  const { reveal } = scroll;
  useImperativeHandle(
    ref,
    () => ({
      reveal: (line) => {
        const room = scroller.current!.clientHeight / 3;
        reveal((line - 1) * LINE_PX - room, line * LINE_PX + room);
      },
      focus: () => scroller.current?.focus({ preventScroll: true }),
    }),
    [reveal],
  );

  const shown = all === 0 ? [] : Array.from({ length: last - first + 1 }, (_none, n) => first + n);
  for (const index of shown) widest.current = Math.max(widest.current, row(index)?.cells[0]?.length ?? 0);
  const gutter = `${String(all).length + 2}ch`;
  return (
    <div
      ref={scroller}
      tabIndex={0}
      data-page-focus
      role="list"
      aria-label={name}
      onScroll={scroll.onScroll}
      className={cn(
        'min-h-0 flex-1 overflow-auto overscroll-contain bg-surface-1',
        'font-mono text-sm outline-none inset-ring-focus',
      )}
    >
      <div
        role="presentation"
        className="relative min-w-full"
        style={{ height: scroll.height, width: `calc(${gutter} + ${widest.current + 4}ch)` }}
      >
        {shown.map((index) => (
          <div
            key={index}
            role="listitem"
            aria-posinset={index + 1}
            aria-setsize={facts.isAtLeast ? -1 : all}
            className={cn('absolute inset-x-0 flex h-5 whitespace-pre', index + 1 === current && 'bg-surface-3')}
            style={{ top: index * LINE_PX - scroll.top + scroll.scrollTop }}
          >
            <span
              aria-hidden
              className="sticky left-0 shrink-0 bg-surface-1 pr-[1ch] text-right text-text-3 tabular-nums select-none"
              style={{ width: gutter }}
            >
              {index + 1}
            </span>
            <span>
              <Marked text={row(index)?.cells[0] ?? ''} marks={marksOf(row(index)?.cells[0], word)} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
