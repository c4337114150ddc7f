import { api, store, toProblem } from '@zo/web/store';
import { formatCount } from '@zo/web/format';
import { nameOf, ofComputer, parentOf, pathKey, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { archivesApi } from '../../api/archives.endpoints';
import { MESSAGES } from '../../messages';
import type { Entry } from '../../workspace.slice';
import { remember } from '../steps';

const DONE_MS = 8_000;

/**
 * Extracts an archive, or the paths in it, into a new folder beside it. The toast cancels it, and leads to the folder
 * when it is done. Resolves to whether it was done.
 */
export async function extractArchive(
  location: Location,
  { paths, open }: { paths?: string[]; open: (folder: Entry) => void },
): Promise<boolean> {
  const name = nameOf(location);
  const { root, path } = ofComputer(location);
  const request = store.dispatch(
    archivesApi.endpoints.extractArchive.initiate({ root, path: [...path], ...(paths && { paths }) }),
  );
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
    request.abort();
  };
  const id = toast.loading(MESSAGES.extracting(name), { action: { label: 'Cancel', onClick: cancel } });
  try {
    const { to, files, folders, leftOut } = await request.unwrap();
    remember({ type: 'made', made: [{ root: to.root, path: to.path }] });
    store.dispatch(api.util.invalidateTags([{ type: 'Folder', id: pathKey(parentOf(to)) }]));
    const folder: Entry = { root: to.root, path: to.path, name: nameOf(to), isDirectory: true };
    const count = files > 0 ? formatCount(files, 'file') : formatCount(folders, 'folder');
    toast.success(MESSAGES.extracted(count, folder.name), {
      id,
      duration: DONE_MS,
      description: leftOut > 0 ? MESSAGES.extractedWithout(leftOut) : undefined,
      action: { label: 'Open folder', onClick: () => open(folder) },
    });
    return true;
  } catch (error) {
    toast.dismiss(id);
    if (isCancelled) toast(MESSAGES.extractionCancelled);
    else toast.error(MESSAGES.extractFailed(name), { description: toProblem(error).detail });
    return false;
  }
}
