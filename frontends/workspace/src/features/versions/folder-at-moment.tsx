import { FolderClock, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatSize } from '@zo/web/format';
import { nameOf, type Location } from '@zo/web/paths';
import { Link, useLocation } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, cn, EmptyState, SkeletonRows, TabRow } from '@zo/web/ui';
import { useFolderFilesInfiniteQuery, type FolderFile, type FolderMoment } from '../../api/versions.endpoints';
import { FileIcon } from '@zo/web/file-types';
import { viewHref } from '../../navigation/use-open';
import { VERSIONS } from './messages';
import { restoreFolder } from './restore-folder';
import { clock } from './timeline';

type Shown = 'differing' | 'all';

function FileRow({ folder, file }: { folder: Location; file: FolderFile }) {
  const { search } = useLocation();
  const location: Location = { root: file.root, path: file.path };
  const view = file.version === undefined ? {} : ({ view: 'versions', version: file.version } as const);
  return (
    <li className="border-b border-line-1">
      <Link
        to={viewHref(location, search, view)}
        className="flex min-h-11 items-center gap-3 py-1.5 pr-3 pl-5 hover:bg-surface-2"
      >
        <FileIcon name={nameOf(location)} isDirectory={false} className="size-4 shrink-0 text-text-2" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium" title={file.path.join(' / ')}>
            {file.path.slice(folder.path.length).join(' / ')}
          </span>
          <span className="block truncate text-xs text-text-2">
            {formatSize(file.size)} · {VERSIONS.sinceThen[file.sinceThen]}
            {file.notKept ? ` · ${VERSIONS.reason[file.notKept]}` : ''}
          </span>
        </span>
        <span className="shrink-0 text-xs text-text-2 tabular-nums max-md:hidden">
          {formatDate(file.mtime, Date.now())}
        </span>
      </Link>
    </li>
  );
}

function Files({ location, moment, shown }: { location: Location; moment: number; shown: Shown }) {
  const differing = shown === 'differing';
  const asked = { location, moment, differing };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useFolderFilesInfiniteQuery(asked);
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  if (error)
    return (
      <EmptyState
        tone="bad"
        title="The files cannot be shown"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {toProblem(error).detail}
      </EmptyState>
    );
  if (!data) return <SkeletonRows label="Loading files" />;
  if (files.length === 0 && !hasNextPage)
    return (
      <EmptyState icon={<FolderClock />} title={differing ? VERSIONS.nothingDiffers : VERSIONS.nothingThen}>
        {differing ? VERSIONS.nothingDiffersHint : VERSIONS.nothingThenHint}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Files at this moment">
        {files.map((file) => (
          <FileRow key={file.path.join('/')} folder={location} file={file} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="quiet" className="m-3" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

/** The files of a folder at a moment, and a button that gives them that state back. */
export function FolderAtMoment({ location, moment }: { location: Location; moment: FolderMoment }) {
  const [shown, setShown] = useState<Shown>('differing');
  const [isBusy, setIsBusy] = useState(false);
  const restore = async () => {
    setIsBusy(true);
    await restoreFolder(location, moment.moment);
    setIsBusy(false);
  };
  return (
    <section aria-label="The folder at this moment" className="@container flex h-full min-h-0 flex-col">
      <div
        className={cn(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line-1 py-2 pr-3 pl-5',
        )}
      >
        <div className="min-w-0">
          <h2 className="text-sm font-medium tabular-nums">
            {VERSIONS.asItWas(`${clock(moment.last)}, ${dayOf(moment.last)}`)}
          </h2>
          <p className="text-xs text-text-2">{VERSIONS.restoreFolderHint}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <TabRow
            label="Files shown"
            value={shown}
            onChange={setShown}
            tabs={[
              { value: 'differing', label: 'Different now' },
              { value: 'all', label: 'All files' },
            ]}
          />
          <Button busy={isBusy} onClick={() => void restore()}>
            <Undo2 />
            {VERSIONS.restoreFolder}
          </Button>
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Files key={`${moment.moment} ${shown}`} location={location} moment={moment.moment} shown={shown} />
      </div>
    </section>
  );
}

const dayOf = (at: number): string => new Date(at).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
