import { History } from 'lucide-react';
import { useMemo } from 'react';
import { formatSize } from '@zo/web/format';
import type { Location } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import type { FileVersion } from '@zo/web/api';
import { useVersionTextQuery } from '../../api/versions.endpoints';
import { AuthorName } from './author';
import { DiffView } from './diff-view';
import { VERSIONS } from './messages';
import { restoreVersion } from './restore';
import { restoreHunk } from './restore-hunk';
import { diffTexts, withSection } from './text-diff';
import { VersionBytes } from './version-bytes';
import { clock, hasContent, type TimelineEntry } from './timeline';

/** What a version is compared with: the one before it, or the file as it is now. */
export type Against = 'before' | 'now';

const isReadable = (version: FileVersion | undefined) => version && hasContent(version) && !version.notKept;

/** The text of a version; an absent one is an empty text. Undefined while it loads, null when there is none to show. */
function useText(location: Location, version: FileVersion | undefined): string | null | undefined {
  const readable = isReadable(version);
  const { data, error } = useVersionTextQuery({ location, version: version?.version ?? 0 }, { skip: !readable });
  if (!version || !hasContent(version)) return '';
  return !readable || error ? null : data?.text;
}

function SideTitle(props: {
  label: string;
  location: Location;
  version: FileVersion | undefined;
  current: FileVersion;
  primary?: boolean;
}) {
  const { label, location, version, current, primary } = props;
  return (
    <div className="flex h-10 min-w-0 items-center gap-2 px-4 text-sm">
      <span className="text-text-2">{label}</span>
      {version ? (
        <>
          <span className="font-medium tabular-nums">{clock(version.at)}</span>
          <span className="min-w-0 truncate text-text-2">
            <AuthorName location={location} version={version} linked />
          </span>
        </>
      ) : (
        <span className="text-text-2">no earlier version</span>
      )}
      <div className="flex-1" />
      {version && isReadable(version) && version.version !== current.version ? (
        <Button
          variant={primary ? 'primary' : 'outline'}
          aria-label={`Restore the version of ${clock(version.at)}`}
          onClick={() =>
            void restoreVersion(location, version.version, isReadable(current) ? current.version : undefined)
          }
        >
          <History />
          Restore
        </Button>
      ) : null}
    </div>
  );
}

interface ChangeProps {
  location: Location;
  before: string;
  after: string;
  columns: 1 | 2;
  /** There is a left side, and a file whose lines can be put back. */
  canRestore: boolean;
}

function Change({ location, before, after, columns, canRestore }: ChangeProps) {
  const diff = useMemo(() => diffTexts(before, after), [before, after]);
  if (!diff) return <EmptyState title={VERSIONS.tooDifferent} />;
  if (diff.added + diff.removed === 0) return <EmptyState title={VERSIONS.same} />;
  return (
    <>
      <p className="border-b border-line-1 bg-surface-0 px-4 py-1 text-xs tabular-nums">
        <span className="text-good">+{diff.added}</span> <span className="text-bad">−{diff.removed}</span>
        <span className="sr-only">
          {diff.added} lines added, {diff.removed} removed
        </span>
      </p>
      <DiffView
        diff={diff}
        columns={columns}
        onRestore={
          canRestore
            ? (section, line) =>
                void restoreHunk(location, { base: after, next: withSection(before, after, section), line })
            : undefined
        }
      />
    </>
  );
}

/** What the versions of one line of the timeline changed. */
export function Comparison(props: {
  location: Location;
  entry: TimelineEntry;
  current: FileVersion;
  against: Against;
  columns: 1 | 2;
}) {
  const { location, entry, current, against, columns } = props;
  const [newest] = entry.versions as [FileVersion];
  const left = against === 'now' ? newest : entry.before;
  const right = against === 'now' ? current : newest;
  const before = useText(location, left);
  const after = useText(location, right);
  const isLoading = before === undefined || after === undefined;
  const labels = against === 'now' ? (['Then', 'Now'] as const) : (['Before', 'After'] as const);
  return (
    <section aria-label="Comparison" className="flex h-full min-h-0 flex-col">
      <div className={`grid shrink-0 border-b border-line-1 bg-surface-0 ${columns === 2 ? 'grid-cols-2' : ''}`}>
        <SideTitle label={labels[0]} primary {...{ location, current }} version={left} />
        <div className={columns === 2 ? 'border-l border-line-1' : 'border-t border-line-1'}>
          <SideTitle label={labels[1]} {...{ location, current }} version={right} />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {newest.notKept ? (
          <EmptyState title={`This version is ${VERSIONS.reason[newest.notKept]}`}>
            It had {formatSize(newest.size)}.
          </EmptyState>
        ) : isLoading ? (
          <SkeletonRows label="Loading the change" />
        ) : before === null || after === null ? (
          <VersionBytes {...{ location, labels, columns }} before={left} after={right} />
        ) : (
          <Change
            {...{ location, before, after, columns }}
            canRestore={left !== undefined && hasContent(left) && hasContent(current)}
          />
        )}
      </div>
    </section>
  );
}
