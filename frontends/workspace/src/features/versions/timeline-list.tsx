import { formatNumber, formatSize } from '@zo/web/format';
import { nameOf, type Location } from '@zo/web/paths';
import { cn } from '@zo/web/ui';
import type { FileVersion } from '@zo/web/api';
import type { LineCounts, VersionsPage } from '../../api/versions.endpoints';
import { AuthorIcon, AuthorName } from './author';
import { DaysButton, DaysList } from './days-list';
import { VERSIONS } from './messages';
import { useLineCounts } from './use-line-counts';
import { clockWithSeconds, timesOf, type TimelineEntry } from './timeline';

/** What happened beside a change of the content. */
function detailOf({ kind, other, notKept }: FileVersion): string | undefined {
  if (notKept) return VERSIONS.reason[notKept];
  if (kind === 'deleted') return 'deleted';
  if (kind === 'moved') return other ? `moved to ${other.path.join('/')}` : 'moved';
  if (kind === 'moved-here') return other ? `moved from ${other.path.join('/')}` : 'moved here';
  return undefined;
}

/** The versions of a line one by one. */
function Saves(props: { entry: TimelineEntry; save: number | undefined; onSave: (version: number) => void }) {
  const { entry, save, onSave } = props;
  return (
    <ul aria-label="Saves" className="mb-1 ml-5 border-l border-line-1 pl-4">
      {entry.versions.map(({ version, at, size }) => (
        <li key={version}>
          <button
            type="button"
            aria-current={version === save || undefined}
            onClick={() => onSave(version)}
            className={cn(
              'flex h-7 w-full items-center justify-between rounded-md px-2 text-xs text-text-2 tabular-nums',
              'pointer-coarse:h-11 hover:bg-surface-3 hover:text-text-1',
              version === save && 'bg-surface-4 text-text-1',
            )}
          >
            <span>{clockWithSeconds(at)}</span>
            <span>{formatSize(size)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Lines added and removed; the size where there is no text. Colours are too faint on a chosen line. */
function Amount({ counts, size, isChosen }: { counts: LineCounts; size: number; isChosen: boolean }) {
  if (!counts) return <span className="shrink-0 text-xs text-text-2 tabular-nums">{formatSize(size)}</span>;
  const { added, removed } = counts;
  return (
    <span
      className="flex shrink-0 gap-1.5 text-xs tabular-nums"
      title={`${VERSIONS.lines(added, removed)}, ${formatSize(size)}`}
    >
      <span className="sr-only">{VERSIONS.lines(added, removed)}</span>
      <span aria-hidden className={added > 0 && !isChosen ? 'text-good' : 'text-text-2'}>
        +{formatNumber(added)}
      </span>
      <span aria-hidden className={removed > 0 && !isChosen ? 'text-bad' : 'text-text-2'}>
        −{formatNumber(removed)}
      </span>
    </span>
  );
}

function TimelineRow(props: {
  location: Location;
  entry: TimelineEntry;
  counts: LineCounts;
  chosen: boolean;
  onChoose: () => void;
  save: number | undefined;
  onSave: (version: number) => void;
}) {
  const { location, entry, counts, chosen, onChoose, save, onSave } = props;
  const [newest] = entry.versions as [FileVersion];
  const detail = detailOf(newest) ?? (entry.versions.length > 1 ? `${entry.versions.length} saves` : undefined);
  return (
    <li>
      <DaysButton
        version={newest.version}
        isChosen={chosen}
        isCurrent={chosen && save === undefined}
        onChoose={onChoose}
      >
        <AuthorIcon author={newest.author} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">
            <AuthorName location={location} version={newest} />
          </span>
          <span className="block truncate text-xs text-text-2">
            {timesOf(entry)}
            {detail ? ` · ${detail}` : ''}
          </span>
        </span>
        {newest.kind === 'content' ? <Amount counts={counts} size={newest.size} isChosen={chosen} /> : null}
      </DaysButton>
      {chosen && entry.versions.length > 1 ? <Saves entry={entry} save={save} onSave={onSave} /> : null}
    </li>
  );
}

/** The versions of a file by day, and below them what is kept. */
export function TimelineList(props: {
  location: Location;
  entries: readonly TimelineEntry[];
  chosen: TimelineEntry | undefined;
  onChoose: (entry: TimelineEntry) => void;
  /** The chosen version of the chosen line, if it is not the line as a whole. */
  save: number | undefined;
  onSave: (version: number) => void;
  usage: VersionsPage['usage'] | undefined;
  /** Reads older versions; absent when there are none. */
  more: (() => void) | undefined;
}) {
  const { location, entries, chosen, onChoose, save, onSave, usage, more } = props;
  const countsOf = useLineCounts(location, entries, more === undefined);
  return (
    <DaysList
      label={`Versions of ${nameOf(location)}`}
      entries={entries}
      numberOf={({ versions }) => versions[0]!.version}
      timeOf={({ versions }) => versions[0]!.at}
      chosen={chosen}
      onChoose={onChoose}
      usage={usage}
      more={more}
    >
      {(entry) => (
        <TimelineRow
          key={entry.versions.at(-1)!.version}
          location={location}
          entry={entry}
          counts={countsOf(entry)}
          chosen={entry === chosen}
          onChoose={() => onChoose(entry)}
          save={save}
          onSave={onSave}
        />
      )}
    </DaysList>
  );
}
