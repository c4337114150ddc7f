import { useEffect, useRef, type KeyboardEvent } from 'react';
import { nameOf, type Location } from '@zo/web/paths';
import { Button, cn } from '@zo/web/ui';
import type { FolderMoment } from '../../api/versions.endpoints';
import { AuthorIcon, AuthorName } from './author';
import { KeptNote } from './kept-note';
import { VERSIONS } from './messages';
import { daysOf, timesBetween } from './timeline';

interface MomentRowProps {
  folder: Location;
  moment: FolderMoment;
  chosen: boolean;
  onChoose: () => void;
}

function MomentRow({ folder, moment, chosen, onChoose }: MomentRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const names = moment.examples.map(({ path }) => path.slice(folder.path.length).join('/'));
  useEffect(() => {
    if (chosen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <li>
      <button
        ref={button}
        type="button"
        aria-current={chosen || undefined}
        data-moment={moment.moment}
        onClick={onChoose}
        className={cn(
          'flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-surface-3',
          chosen && 'bg-surface-4 hover:bg-surface-4',
        )}
      >
        <AuthorIcon author={moment.author} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate text-sm font-medium">
              <AuthorName location={moment.examples[0] ?? folder} version={moment} />
            </span>
            <span className="shrink-0 text-xs text-text-2 tabular-nums">{VERSIONS.files(moment.files)}</span>
          </span>
          <span className="block truncate text-xs text-text-2" title={names.join(', ')}>
            {timesBetween(moment.first, moment.last)} · {names.join(', ')}
            {moment.files > names.length ? ' …' : ''}
          </span>
        </span>
      </button>
    </li>
  );
}

/** What happened in a folder, by day. */
export function FolderTimeline(props: {
  location: Location;
  moments: readonly FolderMoment[];
  chosen: FolderMoment | undefined;
  onChoose: (moment: FolderMoment) => void;
  /** Reads older moments; absent when there are none. */
  more: (() => void) | undefined;
}) {
  const { location, moments, chosen, onChoose, more } = props;
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = step && chosen ? moments[moments.indexOf(chosen) + step] : undefined;
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-moment="${next.moment}"]`)?.focus();
  };
  return (
    <nav aria-label={`Versions of ${nameOf(location)}`} className="flex h-full min-h-0 flex-col bg-surface-0">
      {/* The arrow keys walk between the buttons inside. */}
      <div className="min-h-0 flex-1 overflow-y-auto px-2 py-1" onKeyDown={walk}>
        {daysOf(moments, Date.now(), ({ last }) => last).map((day) => (
          <section key={`${day.label} ${day.entries[0]!.moment}`} aria-label={day.label}>
            <h2 className="px-2 pt-3 pb-1 text-xs font-medium text-text-2">{day.label}</h2>
            <ul>
              {day.entries.map((moment) => (
                <MomentRow
                  key={moment.moment}
                  folder={location}
                  moment={moment}
                  chosen={moment === chosen}
                  onChoose={() => onChoose(moment)}
                />
              ))}
            </ul>
          </section>
        ))}
        {more ? (
          <Button variant="quiet" className="my-2 w-full" onClick={more}>
            Show older versions
          </Button>
        ) : null}
      </div>
      <KeptNote />
    </nav>
  );
}
