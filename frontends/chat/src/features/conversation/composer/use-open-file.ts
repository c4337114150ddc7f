import { useState } from 'react';
import { filesApi, useAppSelector } from '@zo/web/store';
import { pathKey, type Location } from '@zo/web/paths';
import type { FileRef } from '../../../api/types';
import { refOf } from './file-context';

interface OpenFileOptions {
  openFile: Location | undefined;
  /** Files that went along with earlier messages of this chat. */
  known: ReadonlySet<string>;
  /** What answers looks at files. */
  wanted: boolean;
}

/** CH-05: the open file goes along once, as a chip, until it is removed; another open file counts anew. A folder does not. */
export function useOpenFile({ openFile, known, wanted }: OpenFileOptions): {
  file: FileRef | undefined;
  dismiss: () => void;
} {
  const [dismissed, setDismissed] = useState<string>();
  const isFolder = useAppSelector(
    (state) => openFile !== undefined && filesApi.endpoints.folder.select(openFile)(state).data !== undefined,
  );
  const key = openFile && openFile.path.length > 0 && !isFolder ? pathKey(openFile) : undefined;
  const shown = key !== undefined && wanted && key !== dismissed && !known.has(key);
  return { file: shown ? refOf(openFile!) : undefined, dismiss: () => setDismissed(key) };
}
