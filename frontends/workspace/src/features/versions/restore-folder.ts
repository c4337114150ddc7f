import { nameOf, ofComputer, type Location } from '@zo/web/paths';
import { store, toProblem } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { versionsApi } from '../../api/versions.endpoints';
import { VERSIONS } from './messages';

type Restored = Awaited<ReturnType<typeof send>>;

const send = (folder: Location, moment: number) => {
  const { root, path } = ofComputer(folder);
  return store.dispatch(versionsApi.endpoints.restoreFolder.initiate({ root, path, moment })).unwrap();
};

const tell = (title: string, { left, leftCount, undo, restored }: Restored): void =>
  void toast.success(restored === 0 && leftCount === 0 ? VERSIONS.folderSame : title, {
    ...(leftCount > 0 && left[0] && { description: VERSIONS.left(leftCount, left[0].path.join('/')) }),
    ...(restored > 0 && { action: { label: 'Undo', onClick: () => void takeBack(undo) } }),
  });

async function takeBack(undo: string): Promise<void> {
  try {
    const done = await store.dispatch(versionsApi.endpoints.undoFolder.initiate({ undo })).unwrap();
    tell(VERSIONS.folderUndone(done.restored), done);
  } catch (error) {
    toast.error(VERSIONS.folderFailed, { description: toProblem(error).detail });
  }
}

/** Gives the files of a folder the state of a moment back; the toast offers to take it back. */
export async function restoreFolder(location: Location, moment: number): Promise<void> {
  try {
    const done = await send(location, moment);
    tell(VERSIONS.folderRestored(done.restored, nameOf(location) || 'this computer'), done);
  } catch (error) {
    toast.error(VERSIONS.folderFailed, { description: toProblem(error).detail });
  }
}
