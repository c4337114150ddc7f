import { filesApi, useAppSelector } from '@zo/web/store';
import { parentOf, type FilePath } from '@zo/web/paths';
import { SkeletonRows } from '@zo/web/ui';
import { FileHeader } from './features/file-header/file-header';
import { FileListing } from './features/file-listing/file-listing';
import { MissingFile, useOpenPlace } from './features/viewers/viewer';

/** True or false when the parent folder says so, undefined when nobody knows yet. */
function useIsDirectory(place: FilePath): boolean | undefined {
  return useAppSelector((state) => {
    if (place.path.length === 0 || filesApi.endpoints.folder.select(place)(state).data) return true;
    const parent = filesApi.endpoints.folder.select(parentOf(place))(state).data;
    const index = parent?.names.indexOf(place.path.at(-1)!) ?? -1;
    return index < 0 ? undefined : parent!.isDir[index];
  });
}

/** What stands in the page: a folder as a listing, a file in its viewer. */
export function FilePage({ place }: { place: FilePath }) {
  const known = useIsDirectory(place);
  const { file, problem } = useOpenPlace(place, known === true);
  if (known || file?.isDir) {
    return (
      <div className="flex h-full flex-col">
        <FileHeader place={place} isDirectory />
        <div className="min-h-0 flex-1"><FileListing place={place} /></div>
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <FileHeader place={place} isDirectory={false} />
      <div className="min-h-0 flex-1">{problem ? <MissingFile place={place} detail={problem.detail} /> : file ? <pre>{file.fileContent}</pre> : <SkeletonRows label="Loading" />}</div>
    </div>
  );
}
