import type { Location } from '@zo/web/paths';
import { mentionedPath } from './model/mention';
import type { MentionKind } from './model/nodes';

/** The file that a mention names; paths from the root of the file system have no preview. */
export function mentionedFile(kind: MentionKind, value: string): Location | undefined {
  const path = kind === 'file' ? mentionedPath(value) : undefined;
  const segments = path?.split('/').filter((segment) => segment !== '' && segment !== '.') ?? [];
  if (!path || path.startsWith('/') || segments.length === 0 || segments.includes('..')) return undefined;
  return { root: 'w', path: segments };
}
