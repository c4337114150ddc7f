import { memo, useState } from 'react';
import { useFolderQuery, useOpenFileQuery, useIsFolder } from '@zo/web/store';
import { nameOf, type Location } from '@zo/web/paths';
import { loadable, Loading, SkeletonRows } from '@zo/web/ui';
import { FileHeader } from './features/file-header/file-header';
import { FileListing, LoadingRows } from './features/file-listing/file-listing';
import { useRevalidated } from './navigation/use-revalidated';
import type { HeaderParts } from './opened-file';

// A listing does not load it.
const OpenedFile = loadable(() => import('./opened-file').then((module) => module.OpenedFile));

function FolderPage({ location }: { location: Location }) {
  return (
    <div className="flex h-full flex-col">
      <FileHeader location={location} isDirectory />
      <div className="min-h-0 flex-1">
        <FileListing location={location} />
      </div>
    </div>
  );
}

/** The header is not drawn again for every change of the text. */
const Header = memo(FileHeader);

const Waiting = ({ isFolder }: { isFolder: boolean }) => (
  <div className="min-h-0 flex-1">{isFolder ? <LoadingRows /> : <SkeletonRows label="Loading" />}</div>
);

/** The page of a path: a folder as a listing, a file in its viewer or editor. The caller must key it by the path. */
export function FilePage({ location }: { location: Location }) {
  const known = useIsFolder(location);
  // A name without an extension is most likely a folder, and listing is by far the cheaper way to read a large one.
  const guess = known === undefined && !/\.[^.]+$/.test(nameOf(location));
  const { isError: noFolder } = useFolderQuery(location, { skip: !guess });
  const isGuessed = guess && !noFolder;
  const { currentData: file, error, refetch } = useOpenFileQuery(location, { skip: known === true || isGuessed });
  const [{ status, extra }, setParts] = useState<HeaderParts>({});
  useRevalidated(location, { isFolder: known ?? file?.isDir ?? isGuessed });

  if (known || file?.isDir) return <FolderPage location={location} />;
  // Keep one header mounted from the start: popovers opened from it stay open when the file arrives.
  return (
    <div className="flex h-full flex-col">
      <Header location={location} isDirectory={false} status={status} extra={extra} />
      {isGuessed ? (
        <Waiting isFolder />
      ) : (
        <Loading fallback={<Waiting isFolder={false} />}>
          <OpenedFile location={location} file={file} error={error} refetch={refetch} onHeader={setParts} />
        </Loading>
      )}
    </div>
  );
}
