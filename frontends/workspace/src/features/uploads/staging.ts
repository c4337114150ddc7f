import { api, store } from '@zo/web/store';
import { parentOf, pathKey, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { fileMutations } from '../../api/mutations';
import type { UploadRequest } from '../../uploads/upload-picker';
import { UPLOAD } from './messages';
import { overCap } from './plan';
import { UploadQueue } from './queue';
import { uploadLimit } from './transport';

/** The uploads of this tab. */
export const queue = new UploadQueue();
const LINGER_MS = 4000;

queue.onDrained = (done, failed, folders) => {
  const locations = folders.flatMap((location) => [location, parentOf(location)]);
  store.dispatch(
    api.util.invalidateTags(locations.map((location) => ({ type: 'Folder' as const, id: pathKey(location) }))),
  );
  if (failed) toast.error(UPLOAD.failed);
  else if (done && !queue.getItems().some(({ state }) => state === 'needs-file')) toast.success(UPLOAD.complete);
  if (!failed) setTimeout(() => queue.clearDone(), LINGER_MS);
};

let isResumed = false;

/** Takes up what an earlier visit did not finish, once, and before this tab has uploads of its own. */
export function resumeUploads(): void {
  if (isResumed) return;
  isResumed = true;
  queue.resume();
}

/** UP-05: names files that are too large in a toast and stages the rest. */
export async function stage(request: UploadRequest): Promise<void> {
  resumeUploads();
  const limitMb = await uploadLimit();
  const tooLarge =
    limitMb === null
      ? []
      : overCap(
          request.files.map(({ file }) => file),
          limitMb,
        );
  if (tooLarge.length) toast.error(UPLOAD.tooLarge(limitMb!, tooLarge));
  if (request.unreadable?.length) toast.error(UPLOAD.unreadable(request.unreadable));
  const { true: files = [], false: refused = [] } = Object.groupBy(
    request.files,
    ({ file }) => String(limitMb === null || file.size <= limitMb * 1024 * 1024) as 'true' | 'false',
  );
  for (const { onEnd } of refused) onEnd?.(undefined);
  await makeFolders(request.target, request.folders ?? []);
  if (files.length) queue.add({ ...request, files });
}

/** UP-07: creates empty folders; other folders are created with their files. */
async function makeFolders({ root, path: below }: Location, folders: readonly string[][]): Promise<void> {
  const all = folders.flatMap((folder) => folder.map((_name, at) => [...below, ...folder.slice(0, at + 1)]));
  const paths = [...new Map(all.map((path) => [path.join('/'), path])).values()];
  for (const level of Object.values(Object.groupBy(paths, ({ length }) => length))) {
    // An error for an existing folder is ignored.
    await Promise.all(
      level!.map((path) =>
        store.dispatch(fileMutations.endpoints.createEntry.initiate({ root, path, type: 'folder' })),
      ),
    );
  }
}
