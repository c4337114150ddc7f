import { pathKey, type FilePath } from '@zo/web/paths';
import type { FileRef } from '../../../api/types';

/** CH-05: a file as the message names it. */
export const refOf = (place: FilePath): FileRef => ({ id: pathKey(place), path: pathKey(place) });

export function placeOfRef({ path }: FileRef): FilePath {
  const [root, ...rest] = path.split('/');
  return root === 'w' || root === 's' ? { root, path: rest } : { root: 'w', path: path.split('/') };
}

/** CH-05: adds a file; one that is there already changes nothing. */
export const withFile = (files: readonly FileRef[], file: FileRef): readonly FileRef[] =>
  files.some(({ path }) => path === file.path) ? files : [...files, file];
