import { kindOf } from '@zo/proto/file-kind';
import type { Location } from '@zo/web/paths';
import { mentionedPath } from './model/mention';

/** The folders of a home that hold the files of a root. */
const FOLDERS = { workspace: 'w', sites: 's' } as const;
const HOME = /^\/home\/([a-z0-9-]+)\/(workspace|sites)\/(.+)$/s;

/** FT-16: the path that programs on the computer know a file of the home by. */
export const absolutePath = (handle: string, { root, path }: Location): string =>
  ['/home', handle, root === 's' ? 'sites' : 'workspace', ...path].join('/');

/**
 * The file that a mention names. FT-16, FV-04: absolute paths only below the two roots of the home of `handle`, to
 * files with a known extension; others have no preview.
 */
export function mentionedFile(value: string, handle: string | undefined): Location | undefined {
  const path = mentionedPath(value);
  if (!path) return undefined;
  if (!path.startsWith('/')) return locationIn('w', path);
  const [, owner, folder, rest = ''] = HOME.exec(path) ?? [];
  if (!folder || owner !== handle || kindOf(rest.split('/').at(-1)!) === 'unknown') return undefined;
  return locationIn(FOLDERS[folder as keyof typeof FOLDERS], rest);
}

function locationIn(root: 'w' | 's', path: string): Location | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.length === 0 || segments.includes('..') ? undefined : { root, path: segments };
}
