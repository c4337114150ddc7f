import { ChevronDown, ChevronUp, CopyPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import type { Location } from '@zo/web/paths';
import { Button, IconButton, TabRow, useIsWide } from '@zo/web/ui';
import { useVersionsInfiniteQuery } from '../../api/versions.endpoints';
import { useOpen, viewHref } from '../../navigation/use-open';
import { Comparison, type Against } from './comparison';
import { leaveKeys } from './leave-keys';
import { VERSIONS } from './messages';
import { copyVersion } from './restore';
import { TimelineList } from './timeline-list';
import { entriesOf, hasContent, singleOf, type TimelineEntry } from './timeline';
import { VersionsBody } from './versions-body';
import { VersionsHeader } from './versions-header';

/** The list beside both columns of a comparison needs this much room. */
const WIDE_PX = 900;

function useChosen(location: Location, entries: readonly TimelineEntry[]) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const asked = Number(query.get('version'));
  const save = Number(query.get('save')) || undefined;
  const chosen = entries.find(({ versions }) => versions.some(({ version }) => version === asked));
  const choose = ({ versions }: TimelineEntry) =>
    navigate(viewHref(location, search, { view: 'versions', version: versions[0]!.version }), { replace: true });
  const chooseSave = (version: number) =>
    navigate(viewHref(location, search, { view: 'versions', version, save: version }), { replace: true });
  const clear = () => navigate(viewHref(location, search, { view: 'versions' }), { replace: true });
  return { chosen, save, choose, chooseSave, clear };
}

function Tools(props: {
  location: Location;
  entries: readonly TimelineEntry[];
  /** The line of the timeline that `shown` is, or belongs to. */
  line: TimelineEntry;
  shown: TimelineEntry;
  choose: (entry: TimelineEntry) => void;
  against: Against;
  setAgainst: (against: Against) => void;
}) {
  const { location, entries, line, shown, choose, against, setAgainst } = props;
  const open = useOpen();
  const [newest] = shown.versions;
  const index = entries.indexOf(line);
  const step = (by: number) => entries[index + by] && choose(entries[index + by]!);
  const copy = async () => {
    const to = await copyVersion(location, newest!.version);
    if (to) open(to);
  };
  return (
    <>
      <TabRow
        label="Compare"
        value={against}
        onChange={setAgainst}
        className="max-lg:hidden"
        tabs={[
          { value: 'before', label: 'This change' },
          { value: 'now', label: 'Against now' },
        ]}
      />
      <IconButton label="Newer version" disabled={index <= 0} onClick={() => step(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label="Older version" disabled={index >= entries.length - 1} onClick={() => step(1)}>
        <ChevronDown />
      </IconButton>
      {hasContent(newest!) && !newest!.notKept ? (
        <>
          <Button onClick={() => void copy()} className="max-md:hidden">
            <CopyPlus />
            Open as copy
          </Button>
          <IconButton label="Open as copy" onClick={() => void copy()} className="md:hidden">
            <CopyPlus />
          </IconButton>
        </>
      ) : null}
    </>
  );
}

/** The versions of a file beside what a chosen one changed. On a narrow screen the list comes first. */
export default function VersionsPage({ location }: { location: Location }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useVersionsInfiniteQuery(location);
  const open = useOpen();
  const pane = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(pane, WIDE_PX);
  const [against, setAgainst] = useState<Against>('before');
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const entries = entriesOf(versions);
  const { chosen, save, choose, chooseSave, clear } = useChosen(location, entries);
  const line = chosen ?? (isWide ? entries[0] : undefined);
  const shown = (save && singleOf(versions, save)) || line;
  const onBack = !isWide && chosen ? () => void clear() : undefined;
  const list = (
    <TimelineList
      location={location}
      entries={entries}
      chosen={line}
      onChoose={choose}
      save={chosen && save}
      onSave={chooseSave}
      usage={data?.pages[0]?.usage}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
    />
  );
  return (
    <div
      ref={pane}
      {...leaveKeys(onBack ?? (() => open(location)))}
      className="flex h-full flex-col inset-ring-focus outline-none"
    >
      <VersionsHeader location={location} onBack={onBack}>
        {shown && line ? <Tools {...{ location, entries, line, shown, choose, against, setAgainst }} /> : null}
      </VersionsHeader>
      <div className="flex min-h-0 flex-1">
        <VersionsBody
          error={error}
          onRetry={() => void refetch()}
          isLoading={!data}
          isEmpty={entries.length === 0}
          emptyHint={VERSIONS.noneHint}
          isWide={isWide}
          list={list}
          listClass="w-72"
        >
          {shown ? (
            <Comparison
              key={`${shown.versions[0]!.version} ${shown.versions.length} ${against}`}
              location={location}
              entry={shown}
              current={versions[0]!}
              against={against}
              columns={isWide ? 2 : 1}
            />
          ) : null}
        </VersionsBody>
      </div>
    </div>
  );
}
