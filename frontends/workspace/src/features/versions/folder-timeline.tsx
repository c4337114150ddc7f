import { nameOf, type Location } from '@zo/web/paths';
import type { FolderMoment } from '../../api/versions.endpoints';
import { AuthorIcon, AuthorName } from './author';
import { DaysButton, DaysList } from './days-list';
import { VERSIONS } from './messages';
import { timesBetween } from './timeline';

function Moment({ folder, moment }: { folder: Location; moment: FolderMoment }) {
  const names = moment.examples.map(({ path }) => path.slice(folder.path.length).join('/'));
  return (
    <>
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
    </>
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
  return (
    <DaysList
      label={`Versions of ${nameOf(location)}`}
      entries={moments}
      numberOf={({ moment }) => moment}
      timeOf={({ last }) => last}
      chosen={chosen}
      onChoose={onChoose}
      more={more}
    >
      {(moment) => (
        <li key={moment.moment}>
          <DaysButton version={moment.moment} isChosen={moment === chosen} onChoose={() => onChoose(moment)}>
            <Moment folder={location} moment={moment} />
          </DaysButton>
        </li>
      )}
    </DaysList>
  );
}
