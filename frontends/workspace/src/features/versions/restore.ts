import { api, store, toProblem } from '@zo/web/store';
import { nameOf, ofComputer, parentOf, pathKey, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { versionsApi } from '../../api/versions.endpoints';
import { VERSIONS } from './messages';

const send = (body: { location: Location; version: number; to?: Location }) => {
  const { location, version, to } = body;
  const { root, path } = ofComputer(location);
  return store
    .dispatch(versionsApi.endpoints.restoreVersion.initiate({ root, path, version, ...(to && { to: ofComputer(to) }) }))
    .unwrap();
};

const refresh = (location: Location): void =>
  void store.dispatch(
    api.util.invalidateTags([
      { type: 'Folder', id: pathKey(parentOf(location)) },
      { type: 'File', id: pathKey(location) },
    ]),
  );

/**
 * Gives a file the bytes of a version; the toast offers to take it back, if there is a version to take back to.
 * Resolves to whether it was done.
 */
export async function restoreVersion(location: Location, version: number, undo?: number): Promise<boolean> {
  try {
    await send({ location, version });
    refresh(location);
    toast.success(VERSIONS.restored(nameOf(location)), {
      ...(undo !== undefined && {
        action: { label: 'Undo', onClick: () => void restoreVersion(location, undo) },
      }),
    });
    return true;
  } catch (error) {
    toast.error(VERSIONS.restoreFailed, { description: toProblem(error).detail });
    return false;
  }
}

/** Saves a version beside its file. Resolves to the path of the copy, if it was saved. */
export async function copyVersion(location: Location, version: number): Promise<Location | undefined> {
  try {
    const to = await send({ location, version, to: { root: location.root, path: [...location.path] } });
    refresh(to);
    toast.success(VERSIONS.copied(nameOf(to)));
    return to;
  } catch (error) {
    toast.error(VERSIONS.restoreFailed, { description: toProblem(error).detail });
    return undefined;
  }
}
