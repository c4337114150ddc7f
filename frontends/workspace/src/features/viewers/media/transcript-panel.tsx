import { useVirtualizer } from '@tanstack/react-virtual';
import { Crosshair } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Button, cn } from '@zo/web/ui';
import { VIEWER } from '../messages';
import { timestamp } from '@zo/web/format';
import type { Utterance } from '../transcript/transcript';
import { MEDIA } from './messages';
import { lineAt } from './spoken';

const ROW = 60;
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

interface LinesProps {
  lines: readonly Utterance[];
  /** The line that is spoken now; -1 before the first. */
  current: number;
  following: boolean;
  onSeek: (time: number) => void;
  /** The user scrolled. */
  onScroll: () => void;
}

interface LineProps {
  line: Utterance;
  state: 'past' | 'current' | 'future';
  onSeek: (time: number) => void;
}

function Line({ line: { start, speaker, text }, state, onSeek }: LineProps) {
  return (
    <button
      type="button"
      aria-current={state === 'current' || undefined}
      disabled={start === undefined}
      onClick={() => onSeek(start!)}
      className={cn(
        'grid w-full grid-cols-[3.5rem_minmax(0,1fr)] rounded-lg px-3 py-2 text-left',
        state === 'current' ? 'bg-surface-3' : 'enabled:hover:bg-surface-2',
        state === 'future' ? 'text-text-2' : 'text-text-1',
      )}
    >
      <span className="text-xs leading-5 text-text-2 tabular-nums">{start === undefined ? '' : timestamp(start)}</span>
      <span className="min-w-0 break-words">
        {speaker ? <b className="block text-xs leading-5 font-semibold text-text-2">{speaker}</b> : null}
        {text}
      </span>
    </button>
  );
}

const Lines = memo(function Lines({ lines, current, following, onSeek, onScroll }: LinesProps) {
  const scroller: RefObject<HTMLDivElement | null> = useRef(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  useEffect(() => {
    if (following && current >= 0) virtual.scrollToIndex(current, { align: 'center' });
  }, [virtual, current, following]);
  const onKeyDown = ({ key }: KeyboardEvent) => SCROLL_KEYS.has(key) && onScroll();
  return (
    <div
      ref={scroller}
      tabIndex={-1}
      onWheel={onScroll}
      onTouchMove={onScroll}
      onKeyDown={onKeyDown}
      // A press on the scroll bar.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onScroll()}
      className="min-h-0 flex-1 overflow-y-auto px-1 outline-none"
    >
      <ol aria-label="Transcript" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={lines.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ top: start }}
          >
            <Line
              line={lines[index]!}
              state={index === current ? 'current' : index < current ? 'past' : 'future'}
              onSeek={onSeek}
            />
          </li>
        ))}
      </ol>
    </div>
  );
});

interface TranscriptPanelProps {
  /** Undefined when the file beside is damaged. */
  lines: readonly Utterance[] | undefined;
  time: number;
  onSeek: (time: number) => void;
}

/** FV-01: the transcript of what plays. */
export function TranscriptPanel({ lines, time, onSeek }: TranscriptPanelProps) {
  const speakers = useMemo(() => new Set(lines?.flatMap(({ speaker }) => speaker ?? [])).size, [lines]);
  const [following, setFollowing] = useState(true);
  const leave = useRef(() => setFollowing(false)).current;
  return (
    <section
      aria-label="Transcript"
      className="flex h-full min-h-0 flex-col border-t border-line-1 @4xl/pane:border-t-0"
    >
      <header className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line-1 px-4 text-sm">
        <h3 className="font-semibold">Transcript</h3>
        {speakers ? <span className="text-text-2">{MEDIA.speakers(speakers)}</span> : null}
        <span className="flex-1" />
        {!lines ? null : following ? (
          <span className="flex items-center gap-1.5 font-medium text-accent-text">
            <Crosshair className="size-4" />
            {MEDIA.following}
          </span>
        ) : (
          <Button variant="quiet" onClick={() => setFollowing(true)}>
            <Crosshair />
            {MEDIA.backTo(timestamp(time))}
          </Button>
        )}
      </header>
      {lines ? (
        <Lines lines={lines} current={lineAt(lines, time)} following={following} onSeek={onSeek} onScroll={leave} />
      ) : (
        <p className="px-4 py-3 text-sm text-text-2">{VIEWER.noTranscript}</p>
      )}
    </section>
  );
}
