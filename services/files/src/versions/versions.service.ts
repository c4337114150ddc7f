import { Injectable } from '@nestjs/common';
import { Clash } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { BY_USER, type Computer, Computers, fromAgentPath, sanitiseAmount, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { assertOutsideTrash, displayPath } from '../paths.js';
import type { CountLines, HistoryChange, RestoreVersion, VersionsQuery } from './versions.dto.js';
import { presentCounts, presentDeleted, presentSettings, presentVersion } from './versions.presenter.js';

const HOME: Location = { root: 'w', path: [] };
/** Rows of one answer. */
const PAGE = 100;

@Injectable()
export class VersionsService {
  constructor(private readonly computers: Computers) {}

  /** The versions of a file, the newest first, also of one that is deleted. */
  async list(ctx: Ctx, { root, path, before }: VersionsQuery) {
    const location: Location = { root, path };
    const request = { path: toAgentPath(location), before: BigInt(before), limit: PAGE };
    const { versions, more, usage } = await this.on(ctx, location, (computer) =>
      computer.history.listVersions(request),
    );
    return {
      versions: versions.slice(0, PAGE).map(presentVersion),
      more,
      usage: {
        usedBytes: sanitiseAmount(usage?.usedBytes ?? 0),
        limitBytes: sanitiseAmount(usage?.limitBytes ?? 0),
        maxFileBytes: sanitiseAmount(usage?.maxFileBytes ?? 0),
      },
    };
  }

  /** The lines that versions differ in, one answer for each pair. */
  async lines(ctx: Ctx, { root, path, pairs }: CountLines) {
    const location: Location = { root, path };
    const request = {
      path: toAgentPath(location),
      pairs: pairs.map(({ before, after }) => ({ beforeSeq: BigInt(before), afterSeq: BigInt(after) })),
    };
    const { counts } = await this.on(ctx, location, (computer) => computer.history.countLines(request));
    return { counts: pairs.map((_pair, index) => presentCounts(counts[index])) };
  }

  /**
   * Gives a file the bytes of a version, or makes a copy of them beside others. Both are versions themselves.
   * @throws files.not_found when the version is not kept, files.inside_trash
   */
  async restore(ctx: Ctx, { root, path, version, to }: RestoreVersion): Promise<Location> {
    const location: Location = { root, path };
    assertOutsideTrash(to ?? location);
    const request = {
      path: toAgentPath(location),
      seq: BigInt(version),
      cause: BY_USER,
      ...(to && { to: toAgentPath(to), clash: Clash.KEEP_BOTH }),
    };
    const answer = await this.on(ctx, location, (computer) => computer.history.restoreVersion(request));
    return answer.to ? fromAgentPath(answer.to) : (to ?? location);
  }

  /** Files below a folder that are gone and can be restored, the last deleted first. */
  async deleted(ctx: Ctx, { root, path, before }: VersionsQuery) {
    const location: Location = { root, path };
    const request = { path: toAgentPath(location), before: BigInt(before), limit: PAGE };
    const { files, more } = await this.on(ctx, location, (computer) => computer.history.listDeleted(request));
    return { files: files.slice(0, PAGE).map(presentDeleted), more };
  }

  /** What is kept for how long in how much room, and what is left out. */
  async settings(ctx: Ctx) {
    return presentSettings(await this.on(ctx, HOME, (computer) => computer.history.getHistorySettings({})));
  }

  /** What is not given stays as it is. @throws files.bad_path with a sentence about what cannot be */
  async changeSettings(ctx: Ctx, changed: HistoryChange) {
    const before = await this.settings(ctx);
    // An agent of an earlier release takes all of them.
    const all = { ...before, ...changed };
    const settings = { limitBytes: BigInt(all.limitBytes), keepDays: all.keepDays, ignored: all.ignored };
    const change = {
      ...(changed.limitBytes !== undefined && { limitBytes: BigInt(changed.limitBytes) }),
      ...(changed.keepDays !== undefined && { keepDays: changed.keepDays }),
      ...(changed.ignored && { ignored: { names: changed.ignored } }),
    };
    await this.on(ctx, HOME, (computer) => computer.history.changeHistorySettings({ settings, change }));
    return this.settings(ctx);
  }

  private on<T>(ctx: Ctx, location: Location, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.computers.use(ctx, work).catch((error: unknown) => {
      throw fileError(error, displayPath(location));
    });
  }
}
