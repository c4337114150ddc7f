import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { BY_USER, type Computer, Computers, sanitiseAmount, sanitiseText, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { assertOutsideTrash, displayPath } from '../paths.js';
import type { FolderFilesQuery, MomentsQuery, RestoreFolder, RestoredFolder, UndoRestore } from './folders.dto.js';
import { presentFolderFile, presentMoment, presentRestored } from './folders.presenter.js';

const HOME: Location = { root: 'w', path: [] };
/** Rows of one answer. */
const MAX_MOMENTS = 50;
const MAX_FILES = 200;
const MAX_NEXT = 8_192;

@Injectable()
export class FolderVersionsService {
  constructor(private readonly computers: Computers) {}

  /** What happened below a folder, the newest first. */
  async moments(ctx: Ctx, { root, path, before }: MomentsQuery) {
    const request = { path: toAgentPath({ root, path }), before: BigInt(before), limit: MAX_MOMENTS };
    const { moments, next } = await this.on(ctx, { root, path }, ({ history }) => history.listFolderMoments(request));
    return {
      moments: moments.slice(0, MAX_MOMENTS).map(presentMoment),
      ...(next > 0n && { next: sanitiseAmount(next) }),
    };
  }

  /** The files below a folder as they were, and what became of them. */
  async files(ctx: Ctx, { root, path, moment, after, differing }: FolderFilesQuery) {
    const request = { path: toAgentPath({ root, path }), seq: BigInt(moment), after, limit: MAX_FILES, differing };
    const { files, next } = await this.on(ctx, { root, path }, ({ history }) => history.listFolderFiles(request));
    return {
      files: files.slice(0, MAX_FILES).map(presentFolderFile),
      ...(next && { next: sanitiseText(next, MAX_NEXT) }),
    };
  }

  /**
   * Gives the files below a folder the state of a moment back. What came since stays.
   * @throws files.inside_trash
   */
  async restore(ctx: Ctx, { root, path, moment }: RestoreFolder): Promise<RestoredFolder> {
    const location: Location = { root, path };
    assertOutsideTrash(location);
    const request = { path: toAgentPath(location), seq: BigInt(moment), cause: BY_USER };
    return presentRestored(await this.on(ctx, location, ({ history }) => history.restoreFolder(request)));
  }

  /** Takes back what `restore` or this has done, except files that changed since. @throws files.not_found */
  async undo(ctx: Ctx, { undo }: UndoRestore): Promise<RestoredFolder> {
    const request = { runId: undo, cause: BY_USER };
    return presentRestored(await this.on(ctx, HOME, ({ history }) => history.restoreRun(request)));
  }

  private on<T>(ctx: Ctx, location: Location, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.computers.use(ctx, work).catch((error: unknown) => {
      throw fileError(error, displayPath(location));
    });
  }
}
