import { ArrowLeft, History, Undo2 } from 'lucide-react';
import { toProblem } from '@zo/web/store';
import { formatDate, formatSize } from '@zo/web/format';
import { nameOf, type Location } from '@zo/web/paths';
import { Button, EmptyState, IconButton, SkeletonRows } from '@zo/web/ui';
import type { DeletedFile } from '@zo/web/api';
import { useDeletedFilesInfiniteQuery } from '../../api/versions.endpoints';
import { FileIcon } from '@zo/web/file-types';
import { useOpen } from '../../navigation/use-open';
import { AuthorName } from './author';
import { leaveKeys } from './leave-keys';
import { VERSIONS } from './messages';
import { restoreVersion } from './restore';

function DeletedRow({ folder, file, onRestored }: { folder: Location; file: DeletedFile; onRestored: () => void }) {
  const open = useOpen();
  const location: Location = { root: file.root, path: file.path };
  const restore = async () => {
    if (await restoreVersion(location, file.version)) onRestored();
  };
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line-1 py-1.5 pr-3 pl-5">
      <FileIcon name={nameOf(location)} isDirectory={false} className="size-4 shrink-0 text-text-2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium" title={file.path.join(' / ')}>
          {file.path.slice(folder.path.length).join(' / ')}
        </span>
        <span className="block truncate text-xs text-text-2">
          {formatSize(file.size)} · deleted {formatDate(file.at, Date.now())} ·{' '}
          <AuthorName location={location} version={file} />
        </span>
      </span>
      <IconButton label={`Versions of ${nameOf(location)}`} onClick={() => open(location, 'versions')}>
        <History />
      </IconButton>
      <Button aria-label={`Restore ${nameOf(location)}`} onClick={() => void restore()}>
        <Undo2 />
        Restore
      </Button>
    </li>
  );
}

/** Files that were deleted below a folder in another way than through the trash, and can be restored. */
export default function DeletedPage({ location }: { location: Location }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useDeletedFilesInfiniteQuery(location);
  const open = useOpen();
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <div {...leaveKeys(() => open(location))} className="flex h-full flex-col inset-ring-focus outline-none">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line-1 pr-3 pl-4">
        <IconButton label="Back to the folder" onClick={() => open(location)}>
          <ArrowLeft />
        </IconButton>
        <h1 className="min-w-0 truncate text-base font-semibold">Deleted files of {nameOf(location)}</h1>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error ? (
          <EmptyState
            tone="bad"
            title="The deleted files cannot be shown"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {toProblem(error).detail}
          </EmptyState>
        ) : !data ? (
          <SkeletonRows label="Loading deleted files" />
        ) : files.length === 0 ? (
          <EmptyState icon={<History />} title={VERSIONS.noDeleted}>
            {VERSIONS.noDeletedHint}
          </EmptyState>
        ) : (
          <ul aria-label="Deleted files">
            {files.map((file) => (
              <DeletedRow key={file.deletion} folder={location} file={file} onRestored={() => void refetch()} />
            ))}
          </ul>
        )}
        {hasNextPage ? (
          <Button variant="quiet" className="m-3" onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
      <p className="border-t border-line-1 px-5 py-3 text-xs text-text-2">{VERSIONS.kept}</p>
    </div>
  );
}
