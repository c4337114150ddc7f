/** The calls of HistoryService about folders. */
import { create } from '@bufbuild/protobuf';
import {
  FolderFileSchema,
  FolderMomentSchema,
  ListFolderFilesResponseSchema,
  ListFolderMomentsResponseSchema,
  type ListFolderFilesRequest,
  type ListFolderFilesResponse,
  type ListFolderMomentsRequest,
  type ListFolderMomentsResponse,
} from '@zo/proto/agent/v1';
import { causeOf } from './author.js';
import type { History } from './history.js';
import { keyOf, pathOf } from './keys.js';
import { pageOf } from './page.js';

export async function listFolderMoments(
  history: History,
  { path, before, limit }: ListFolderMomentsRequest,
): Promise<ListFolderMomentsResponse> {
  // The first page shows the folder as it is now.
  if (before === 0n) await history.refresh();
  const request = { key: keyOf(path), before: Number(before), limit: pageOf(limit) };
  const { rows, next } = await history.call('moments', request);
  const moments = rows.map(({ seq, first, last, author, files, examples }) =>
    create(FolderMomentSchema, {
      seq: BigInt(seq),
      firstMs: first,
      lastMs: last,
      cause: causeOf(author),
      files,
      examples: examples.map(pathOf),
    }),
  );
  return create(ListFolderMomentsResponseSchema, { moments, next: BigInt(next) });
}

export async function listFolderFiles(
  history: History,
  { path, seq, after, limit, differing }: ListFolderFilesRequest,
): Promise<ListFolderFilesResponse> {
  const request = { key: keyOf(path), seq: Number(seq), after, limit: pageOf(limit), differing };
  const { rows, next } = await history.call('folderFiles', request);
  const files = rows.map(({ key, seq: version, size, ...file }) =>
    create(FolderFileSchema, { ...file, path: pathOf(key), seq: BigInt(version), size: BigInt(size) }),
  );
  return create(ListFolderFilesResponseSchema, { files, next });
}
