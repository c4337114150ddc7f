import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button, cn } from '@zo/web/ui';
import type { VersionsPage } from '../../api/versions.endpoints';
import { KeptNote } from './kept-note';
import { daysOf } from './timeline';

interface DaysListProps<Entry> {
  label: string;
  /** The newest first. */
  entries: readonly Entry[];
  /** The last version of an entry. */
  numberOf: (entry: Entry) => number;
  /** Unix milliseconds. */
  timeOf: (entry: Entry) => number;
  chosen: Entry | undefined;
  onChoose: (entry: Entry) => void;
  usage?: VersionsPage['usage'] | undefined;
  /** Reads older versions; absent when there are none. */
  more: (() => void) | undefined;
  /** One line, which holds a `DaysButton`. */
  children: (entry: Entry) => ReactNode;
}

/** What happened, by day, and below it what is kept. */
export function DaysList<Entry>(props: DaysListProps<Entry>) {
  const { label, entries, numberOf, timeOf, chosen, onChoose, usage, more, children } = props;
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = step && chosen ? entries[entries.indexOf(chosen) + step] : undefined;
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-version="${numberOf(next)}"]`)?.focus();
  };
  return (
    <nav aria-label={label} className="flex h-full min-h-0 flex-col bg-surface-0">
      {/* The arrow keys walk between the buttons inside. */}
      <div className="min-h-0 flex-1 overflow-y-auto px-2 py-1" onKeyDown={walk}>
        {daysOf(entries, Date.now(), timeOf).map((day) => (
          <section key={`${day.label} ${numberOf(day.entries[0]!)}`} aria-label={day.label}>
            <h2 className="px-2 pt-3 pb-1 text-xs font-medium text-text-2">{day.label}</h2>
            <ul>{day.entries.map(children)}</ul>
          </section>
        ))}
        {more ? (
          <Button variant="quiet" className="my-2 w-full" onClick={more}>
            Show older versions
          </Button>
        ) : null}
      </div>
      <KeptNote usage={usage} />
    </nav>
  );
}

interface DaysButtonProps {
  version: number;
  isChosen: boolean;
  /** False while a part of the chosen line is shown. */
  isCurrent?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** Chooses one line of a `DaysList`. */
export function DaysButton({ version, isChosen, isCurrent = isChosen, onChoose, children }: DaysButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <button
      ref={button}
      type="button"
      aria-current={isCurrent || undefined}
      data-version={version}
      onClick={onChoose}
      className={cn(
        'flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-surface-3',
        isChosen && 'bg-surface-4 hover:bg-surface-4',
      )}
    >
      {children}
    </button>
  );
}
