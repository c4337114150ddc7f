import { Injectable } from '@nestjs/common';
import { type ArchiveEntry, Kind } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import {
  IMPORTED_BY_USER,
  Computers,
  fromAgentPath,
  sanitiseAmount,
  sanitiseText,
  toAgentPath,
} from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { assertOutsideTrash, displayPath } from '../paths.js';
import type { ArchiveEntryAnswer, ExtractArchive } from './archives.dto.js';

const MAX_ENTRIES = 5_000;
const MAX_PATH = 4_096;
const MAX_TIME_MS = 8_640_000_000_000_000;
const KIND: Partial<Record<Kind, ArchiveEntryAnswer['kind']>> = {
  [Kind.DIRECTORY]: 'folder',
  [Kind.SYMLINK]: 'link',
};

@Injectable()
export class ArchivesService {
  constructor(private readonly computers: Computers) {}

  /** FV-01: what is in an archive, without unpacking it. @throws files.archive when it cannot be read */
  async list(ctx: Ctx, location: Location, signal: AbortSignal) {
    const { entries, more, total, leftOut } = await this.computers
      .read(ctx, (computer) => computer.archives.listArchive({ path: toAgentPath(location) }, { signal }))
      .catch((error: unknown) => {
        throw fileError(error, displayPath(location));
      });
    return { entries: entries.slice(0, MAX_ENTRIES).map(present), more, total, leftOut };
  }

  /**
   * Unpacks an archive, or what was chosen in it, into a new folder beside it. @throws files.archive, files.disk_full,
   * files.inside_trash
   */
  async extract(ctx: Ctx, { paths = [], ...location }: ExtractArchive, signal: AbortSignal) {
    assertOutsideTrash(location);
    const request = { path: toAgentPath(location), chosen: paths, cause: IMPORTED_BY_USER };
    const { to, files, folders, bytes, leftOut } = await this.computers
      .use(ctx, (computer) => computer.archives.extractArchive(request, { signal }))
      .catch((error: unknown) => {
        throw fileError(error, displayPath(location));
      });
    return { to: fromAgentPath(to), files, folders, bytes: sanitiseAmount(bytes), leftOut };
  }
}

function present({ path, kind, size, mtimeMs, encrypted }: ArchiveEntry): ArchiveEntryAnswer {
  return {
    path: sanitiseText(path, MAX_PATH),
    kind: KIND[kind] ?? 'file',
    size: sanitiseAmount(size) || null,
    mtime: sanitiseAmount(mtimeMs, MAX_TIME_MS) || null,
    encrypted,
  };
}
