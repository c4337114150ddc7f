import { useState } from 'react';
import { filesApi, useAppSelector } from '@zo/web/store';
import { isOnComputer, pathKey, type Location } from '@zo/web/paths';
import type { FileRef } from '../../../api/types';
import { refOf } from './file-context';

interface OpenFileOptions {
  openFile: Location | undefined;
  /** Files attached to earlier messages of this chat. */
  known: ReadonlySet<string>;
  /** Whether the answering model reads attached files. */
  wanted: boolean;
}

/**
 * CH-05: the open file is attached once, as a chip, until the user removes it; another open file is attached again.
 * Folders are not.
 */
export function useOpenFile({ openFile, known, wanted }: OpenFileOptions): {
  file: FileRef | undefined;
  dismiss: () => void;
} {
  const [dismissed, setDismissed] = useState<string>();
  const isFolder = useAppSelector(
    (state) => openFile !== undefined && filesApi.endpoints.folder.select(openFile)(state).data !== undefined,
  );
  const isAttachable = openFile && isOnComputer(openFile) && openFile.path.length > 0 && !isFolder;
  const key = isAttachable ? pathKey(openFile) : undefined;
  const shown = key !== undefined && wanted && key !== dismissed && !known.has(key);
  return { file: shown ? refOf(openFile!) : undefined, dismiss: () => setDismissed(key) };
}
