import { create } from '@bufbuild/protobuf';
import type { ConnectRouter, Interceptor } from '@connectrpc/connect';
import {
  AbortUploadResponseSchema,
  ArticleService,
  BeginUploadResponseSchema,
  BrowserService,
  CloseTerminalResponseSchema,
  RenameTerminalResponseSchema,
  ComputerService,
  ConvertService,
  CreateTerminalResponseSchema,
  FileService,
  type InfoRequest,
  InfoResponseSchema,
  ListTerminalsResponseSchema,
  ErrorReason,
  PlaceHeldResponseSchema,
  ProcessService,
  QuiesceResponseSchema,
  TerminalService,
  ToolServerService,
  type Path,
} from '@zo/proto/agent/v1';
import { archiveRoutes } from '../archives/routes.js';
import { agentError, type Subject, toError } from '../errors.js';
import { copy } from '../files/copy.js';
import { createFolder } from '../files/folders.js';
import { list } from '../files/list.js';
import { measure } from '../files/measure.js';
import { move } from '../files/move.js';
import { read, stat } from '../files/read.js';
import { readMany } from '../files/read-many.js';
import { remove } from '../files/remove.js';
import { write } from '../files/write.js';
import { authorOf } from '../history/author.js';
import { historyRoutes } from '../history/routes.js';
import { keyOf, pathOf } from '../history/keys.js';
import { weightOf } from '../computer/disk.js';
import { showPath } from '../home/names.js';
import { find } from '../search/find.js';
import { findHits } from '../search/hits.js';
import { searchContent } from '../search/content.js';
import { searchNames } from '../search/names.js';
import { tableRoutes } from '../tables/routes.js';
import { follow } from '../watch/stream.js';
import type { Computer } from './computer.js';
import { assertAllowed } from './read-only.js';

export const VERSION = '0.1.0';

function fileRoutes(
  router: ConnectRouter,
  { home, watcher, openFolders, history, index, trash, uploads, disk, held, config }: Computer,
): void {
  const recorded = { home, history };
  router.service(FileService, {
    stat: (request) => stat(home, request.path),
    list: (request) => list(home, request),
    measure: (request, { signal }) =>
      measure({ home, limits: { maxEntries: config.measureEntries, maxMs: config.measureMs } }, request, signal),
    read: (request) => read(home, request.path, Number(request.maxBytes)),
    readMany: (request) => readMany(home, request),
    write: async (request) => {
      await disk.room(request.content.length);
      if (!request.mayRunLater) return write(recorded, request);
      const { value, undoId } = await held.writing(keyOf(request.path), () => write(recorded, request));
      return { ...value, undoId };
    },
    createFolder: (request) => createFolder(home, request),
    move: (request) => openFolders.moving(request.from, () => move(recorded, request)),
    copy: async (request) => {
      if (disk.isLimited) await disk.room(await weightOf(home, request.from));
      const copied = await copy(home, request);
      history.added(keyOf(copied.to), authorOf(request.cause), keyOf(request.from));
      return copied;
    },
    remove: (request) => remove(recorded, request),
    trashEntry: ({ path }) => trash.add(path),
    restoreTrashed: ({ trashId }) => trash.restore(trashId),
    searchNames: (request) => searchNames(home, watcher, request),
    searchContent: (request, { signal }) => searchContent({ home, config }, request, signal),
    find: (request, { signal }) => find({ home, watcher, index, history, config }, request, signal),
    findHits: (request, { signal }) => findHits({ home, watcher, index, history, config }, request, signal),
    watch: (request, { signal }) =>
      config.workspace ? openFolders.follow(request, signal) : follow(watcher.log, request, signal),
    beginUpload: async (request) => {
      await uploads.begin(request.uploadId, request.totalBytes);
      return create(BeginUploadResponseSchema);
    },
    commitUpload: async (request) => {
      const placed = await uploads.commit(request);
      history.added(keyOf(placed.path), authorOf(request.cause));
      return placed;
    },
    abortUpload: async (request) => {
      await uploads.abort(request.uploadId);
      return create(AbortUploadResponseSchema);
    },
  });
}

/** Paths of an answer. */
const MAX_NAMED_LEFT = 20;

function terminalRoutes(router: ConnectRouter, { terminals, runs, held, history }: Computer): void {
  router.service(ProcessService, {
    run: (request, { signal }) => runs.run(request, signal),
    placeHeld: ({ heldId, cause }) => {
      const placed = held.place(heldId);
      if (!placed) throw agentError(ErrorReason.NOT_FOUND, 'This is not kept any more.');
      for (const key of placed.placed) history.added(key, authorOf(cause));
      return create(PlaceHeldResponseSchema, {
        placed: placed.placed.length,
        left: placed.left.length,
        undoId: placed.undoId,
        kept: placed.left.slice(0, MAX_NAMED_LEFT).map(pathOf),
      });
    },
  });
  router.service(TerminalService, {
    createTerminal: async ({ cols, rows, cwd }) =>
      create(CreateTerminalResponseSchema, { terminal: (await terminals.create(cols, rows, cwd)).describe() }),
    listTerminals: () =>
      create(ListTerminalsResponseSchema, { terminals: terminals.list().map((terminal) => terminal.describe()) }),
    renameTerminal: ({ id, name }) =>
      create(RenameTerminalResponseSchema, { terminal: terminals.rename(id, name).describe() }),
    closeTerminal: ({ id }) => {
      terminals.close(id);
      return create(CloseTerminalResponseSchema);
    },
  });
}

function computerRoutes(router: ConnectRouter, { activity, stats, quiesce }: Computer): void {
  router.service(ComputerService, {
    info: () =>
      create(InfoResponseSchema, {
        version: VERSION,
        startedMs: activity.started,
        busyReason: activity.busyReason,
        lastActiveMs: activity.lastActive,
      }),
    stats: () => stats.read(),
    quiesce: async () => {
      await quiesce.run();
      return create(QuiesceResponseSchema);
    },
  });
}

/** Everything that the agent serves by RPC. */
export function routes(router: ConnectRouter, computer: Computer): void {
  fileRoutes(router, computer);
  historyRoutes(router, computer);
  router.service(ArticleService, { readPage: (request) => computer.pageReader.read(request) });
  router.service(BrowserService, { viewPage: (request, { signal }) => computer.browser.view(request, signal) });
  router.service(ToolServerService, {
    request: (request, { signal }) => computer.toolServers.request(request, signal),
  });
  router.service(ConvertService, {
    convert: async (request) => {
      const converted = await computer.converter.convert(request);
      const source = await computer.history.recordedKey(request.path);
      computer.history.added(keyOf(converted.to), authorOf(request.cause), source);
      return converted;
    },
  });
  tableRoutes(router, computer);
  archiveRoutes(router, computer);
  terminalRoutes(router, computer);
  computerRoutes(router, computer);
}

// Asking how the computer is, or watching it, does not count as use.
const PASSIVE = new Set(['Info', 'Stats', 'Watch', 'Quiesce', 'ListTerminals']);

async function* mapped<T>(messages: AsyncIterable<T>, subject: Subject): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (error) {
    throw toError(error, subject);
  }
}

/** Counts use, refuses work while stopping, and converts every failure to an error with its code. */
export function answering(computer: Computer): Interceptor {
  return (next) => async (request) => {
    const subject = subjectOf(request.message);
    try {
      assertAllowed(computer.config, request.method.name);
      if (!PASSIVE.has(request.method.name) || (request.message as Partial<InfoRequest>).forUse) {
        computer.activity.assertOpen();
        computer.activity.touch();
      }
      const response = await next(request);
      return response.stream ? { ...response, message: mapped(response.message, subject) } : response;
    } catch (error) {
      throw toError(error, subject);
    }
  };
}

function subjectOf(message: unknown): Subject {
  const { path, from, to } = message as { path?: Path; from?: Path; to?: Path };
  const about = path ?? from;
  return { shown: about ? showPath(about) : '', path: about, to };
}
