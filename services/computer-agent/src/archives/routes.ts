/** The calls of ArchiveService. */
import { create } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  ArchiveEntrySchema,
  ArchiveService,
  ExtractArchiveResponseSchema,
  Kind,
  ListArchiveResponseSchema,
} from '@zo/proto/agent/v1';
import { authorOf } from '../history/author.js';
import { keyOf } from '../history/keys.js';
import type { Computer } from '../server/computer.js';
import type { EntryKind, ListedEntry } from './messages.js';

const KINDS: Record<EntryKind, Kind> = { file: Kind.FILE, folder: Kind.DIRECTORY, link: Kind.SYMLINK };

const present = ({ path, kind, size, mtime, isEncrypted }: ListedEntry) =>
  create(ArchiveEntrySchema, {
    path,
    kind: KINDS[kind],
    size: BigInt(Math.max(0, Math.floor(size))),
    mtimeMs: mtime,
    encrypted: isEncrypted,
  });

export function archiveRoutes(router: ConnectRouter, { archives, history }: Computer): void {
  router.service(ArchiveService, {
    listArchive: async ({ path }, { signal }) => {
      const { entries, hasMore, total, leftOut } = await archives.list(path, signal);
      return create(ListArchiveResponseSchema, { entries: entries.map(present), more: hasMore, total, leftOut });
    },
    extractArchive: async ({ path, chosen, cause }, { signal }) => {
      const { to, extraction } = await archives.extract(path, chosen, signal);
      history.added(keyOf(to), authorOf(cause));
      const { files, folders, bytes, leftOut } = extraction;
      return create(ExtractArchiveResponseSchema, { to, files, folders, bytes: BigInt(bytes), leftOut });
    },
  });
}
