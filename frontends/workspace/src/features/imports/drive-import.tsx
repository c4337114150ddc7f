import { useState } from 'react';
import type { Location } from '@zo/web/paths';
import { store } from '@zo/web/store';
import { importsApi, useDriveFilesQuery, type DriveFile } from '../../api/imports.endpoints';
import { ImportDialog, type Crumb } from './import-dialog';
import type { Item } from './items';
import { IMPORT } from './messages';

/** IM-02 */
const MAX_BYTES = 536_870_912;
const MAX_SIZE = '512 MB';

function problemOf({ isFolder, size, arrivesAs }: DriveFile): string | undefined {
  if (isFolder) return undefined;
  if (size !== null && size > MAX_BYTES) return IMPORT.exceeds(MAX_SIZE);
  return arrivesAs === null ? IMPORT.notExportable : undefined;
}

const itemOf = (file: DriveFile): Item => ({
  id: file.id,
  name: file.name,
  isFolder: file.isFolder,
  icon: file.icon,
  size: file.size,
  modified: file.modifiedTime === null ? null : Date.parse(file.modifiedTime),
  arrival: file.arrivesAs ? IMPORT.arrivals[file.arrivesAs] : IMPORT.openFolder,
  problem: problemOf(file),
});

/** IM-02: files of Google Drive, from My Drive on. */
export function DriveImport({ parent, onClose }: { parent: Location; onClose: () => void }) {
  const [crumbs, setCrumbs] = useState<readonly Crumb[]>([{ id: undefined, label: IMPORT.driveRoot }]);
  const [types] = useState(() => new Map<string, string>());
  const { currentData, error, refetch } = useDriveFilesQuery(crumbs.at(-1)!.id);
  for (const { id, mimeType } of currentData?.files ?? []) types.set(id, mimeType);
  const begin = ({ id, name }: Item) =>
    store.dispatch(
      importsApi.endpoints.importFromDrive.initiate({
        file_id: id,
        target_path: parent.path.join('/'),
        mime_type: types.get(id) ?? '',
        filename: name,
      }),
    );
  return (
    <ImportDialog
      title={IMPORT.driveTitle}
      note={IMPORT.driveNote}
      what="file"
      failed={IMPORT.driveFailed}
      crumbs={crumbs}
      onCrumbs={setCrumbs}
      items={currentData?.files.map(itemOf)}
      complete={currentData?.complete ?? true}
      error={error}
      onRetry={() => void refetch()}
      begin={begin}
      parent={parent}
      onClose={onClose}
    />
  );
}
