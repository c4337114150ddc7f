/** The calls of HistoryService. */
import { create } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  CountLinesResponseSchema,
  DeletedFileSchema,
  FileDifferenceSchema,
  FlushResponseSchema,
  HistoryService,
  HistoryUsageSchema,
  Kind,
  LineCountsSchema,
  ListChangesResponseSchema,
  ListDeletedResponseSchema,
  ListVersionsResponseSchema,
  OriginSchema,
  VersionSchema,
  type CountLinesRequest,
  type CountLinesResponse,
  type ListVersionsResponse,
} from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import type { Computer } from '../server/computer.js';
import { causeOf } from './author.js';
import { isFolder, isLink } from './entry.js';
import { listFolderFiles, listFolderMoments } from './folder-routes.js';
import type { History } from './history.js';
import { keyOf, pathOf } from './keys.js';
import { type DifferenceRow, MAX_FILE_BYTES, type VersionRow } from './messages.js';
import { pageOf } from './page.js';
import { restoreChanges } from './restore/restore-changes.js';
import { restoreVersion } from './restore/restore-version.js';
import { restoreFolder, restoreRun, snapshotRun } from './runs.js';
import { changeSettings, getSettings } from './settings-routes.js';
import { findShown } from './shown.js';

const MAX_PAIRS = 100;

function present(row: VersionRow) {
  return create(VersionSchema, {
    seq: BigInt(row.seq),
    kind: row.kind,
    notKept: row.notKept,
    size: BigInt(row.size),
    atMs: row.at,
    mtimeMs: row.mtimeMs,
    cause: causeOf(row.author),
    path: pathOf(row.key),
    ...(row.other !== null && { other: pathOf(row.other) }),
  });
}

const presentDifference = ({ key, beforeSeq, afterSeq, notKept, movedFrom, ...row }: DifferenceRow) =>
  create(FileDifferenceSchema, {
    path: pathOf(key),
    beforeSeq: BigInt(beforeSeq),
    afterSeq: BigInt(afterSeq),
    notKept,
    kind: kindOf(afterSeq === 0 ? row.beforeMode : row.afterMode),
    ...(movedFrom !== null && { movedFrom: pathOf(movedFrom) }),
  });

const kindOf = (mode: number) => (isFolder(mode) ? Kind.DIRECTORY : isLink(mode) ? Kind.SYMLINK : Kind.FILE);

async function listVersions(
  history: History,
  request: { key: string; before: number; limit: number },
): Promise<ListVersionsResponse> {
  const [{ rows, more }, origins, usage] = await Promise.all([
    history.call('versions', request),
    request.before === 0 ? history.call('origins', request) : { rows: [], more: false },
    history.call('usage', {}),
  ]);
  return create(ListVersionsResponseSchema, {
    versions: rows.map(present),
    more,
    origins: origins.rows.map(({ author, seq }) => create(OriginSchema, { cause: causeOf(author), seq: BigInt(seq) })),
    moreOrigins: origins.more,
    usage: create(HistoryUsageSchema, {
      usedBytes: BigInt(usage.usedBytes),
      limitBytes: BigInt(usage.limitBytes),
      maxFileBytes: BigInt(MAX_FILE_BYTES),
    }),
  });
}

async function countLines(
  history: History,
  { path, pairs }: Pick<CountLinesRequest, 'path' | 'pairs'>,
): Promise<CountLinesResponse> {
  if (pairs.length > MAX_PAIRS) throw invalid(`At most ${MAX_PAIRS} pairs of versions are compared at once.`);
  const counts = await history.call('lines', {
    key: await history.recordedKey(path),
    pairs: pairs.map(({ beforeSeq, afterSeq }) => ({ before: Number(beforeSeq), after: Number(afterSeq) })),
  });
  return create(CountLinesResponseSchema, {
    counts: counts.map((count) => create(LineCountsSchema, { known: count !== null, ...count })),
  });
}

export function historyRoutes(router: ConnectRouter, computer: Computer): void {
  const { history } = computer;
  router.service(HistoryService, {
    listVersions: async ({ path, before, limit }) => {
      const key = await history.recordedKey(path);
      // The first page shows the file as it is now.
      if (before === 0n) await history.refresh(key);
      return listVersions(history, { key, before: Number(before), limit: pageOf(limit) });
    },
    countLines: (request) => countLines(history, request),
    restoreVersion: (request) => restoreVersion(computer, request),
    listDeleted: async ({ path, before, limit }) => {
      if (before === 0n) await history.refresh();
      const { rows, more } = await history.call('deleted', {
        key: keyOf(path),
        before: Number(before),
        limit: pageOf(limit),
      });
      const files = rows.map((row) =>
        create(DeletedFileSchema, {
          path: pathOf(row.key),
          deletedSeq: BigInt(row.deletedSeq),
          seq: BigInt(row.seq),
          size: BigInt(row.size),
          atMs: row.at,
          cause: causeOf(row.author),
        }),
      );
      return create(ListDeletedResponseSchema, { files, more });
    },
    flush: async () => {
      await history.flush();
      return create(FlushResponseSchema, { seq: BigInt(await history.call('mark', {})) });
    },
    listChanges: async ({ sinceSeq, untilSeq, conversationId: conversation, after, limit }) => {
      const bounds = { since: Number(sinceSeq), until: Number(untilSeq), conversation, after, limit: pageOf(limit) };
      const { rows, next } = await history.call('changes', bounds);
      return create(ListChangesResponseSchema, { changes: rows.map(presentDifference), next });
    },
    restoreChanges: (request) => restoreChanges(computer, request),
    snapshotRun: (request) => snapshotRun(history, request),
    restoreRun: (request) => restoreRun(computer, request),
    listFolderMoments: (request) => listFolderMoments(history, request),
    listFolderFiles: (request) => listFolderFiles(history, request),
    restoreFolder: (request) => restoreFolder(computer, request),
    findShown: (request) => findShown(computer, request),
    getHistorySettings: () => getSettings(history),
    changeHistorySettings: (request) => changeSettings(history, request),
  });
}
