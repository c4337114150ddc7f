import type fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { EntrySchema, Kind, type Entry } from '@zo/proto/agent/v1';
import { errnoOf } from '../errors.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';

export function kindOf(stats: fs.Stats): Kind {
  if (stats.isFile()) return Kind.FILE;
  if (stats.isDirectory()) return Kind.DIRECTORY;
  return stats.isSymbolicLink() ? Kind.SYMLINK : Kind.OTHER;
}

export function toEntry(name: string, stats: fs.Stats): Entry {
  // Built without create(), which walks over the fields: a folder may have a hundred thousand entries.
  return {
    $typeName: 'agent.v1.Entry',
    name,
    kind: kindOf(stats),
    size: BigInt(stats.size),
    mtimeMs: stats.mtimeMs,
    birthtimeMs: stats.birthtimeMs,
    error: '',
  };
}

export function unreadable(name: string, error: unknown): Entry {
  return create(EntrySchema, { name, kind: Kind.OTHER, error: errnoOf(error) ?? 'EIO' });
}

/** A link to something in the home is shown as its target; any other stays a link. */
export function resolveLink(
  home: Home,
  below: string[],
  { folder, name }: { folder: Folder; name: string },
): Entry | undefined {
  const link = folder.lstat(name);
  if (!link) return undefined;
  if (!link.isSymbolicLink()) return toEntry(name, link);
  try {
    const place = home.walk([...below, name], { follow: true });
    try {
      const stats = place.name === null ? place.folder.stat() : place.folder.lstat(place.name);
      return toEntry(name, stats ?? link);
    } finally {
      place.folder.close();
    }
  } catch {
    return toEntry(name, link);
  }
}
