import { kindOf } from '@zo/proto/file-kind';
import { locationOf, type ComputerLocation, type Location } from '@zo/web/paths';
import { mentionedPath } from './model/mention';

const homeOf = (handle: string) => `/home/${handle}/`;

/** FT-16: the path that programs on the computer know a file of the home by. */
export const absolutePath = (handle: string, { root, path }: Location): string =>
  homeOf(handle) + [root === 's' ? 'sites' : 'workspace', ...path].join('/');

/**
 * The file that a mention names. FT-16, FV-04: absolute paths only below the two roots of the home of `handle`, to
 * files with a known extension; others have no preview.
 */
export function mentionedFile(value: string, handle: string | undefined): ComputerLocation | undefined {
  const path = mentionedPath(value) ?? '';
  const location = locationOf(path);
  const name = location?.path.at(-1);
  if (name === undefined) return undefined;
  if (!path.startsWith('/')) return location;
  const isOwn = handle !== undefined && path.startsWith(homeOf(handle));
  return isOwn && kindOf(name) !== 'unknown' ? location : undefined;
}
