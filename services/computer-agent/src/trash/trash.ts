/** The trash of the machine's user. A computer of the platform has one in its workspace, which needs none of this. */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  Clash,
  ErrorReason,
  type Path,
  PathSchema,
  type RestoreTrashedResponse,
  RestoreTrashedResponseSchema,
  Root,
  type TrashEntryResponse,
  TrashEntryResponseSchema,
} from '@zo/proto/agent/v1';
import type { AgentConfig } from '../config.js';
import { agentError, errnoOf, invalid, notFound } from '../errors.js';
import { placeExclusive, placeOrKeepBoth } from '../files/place.js';
import type { EntryLocation, Home } from '../home/home.js';
import { nextName, showPath } from '../home/names.js';
import { FreedesktopTrash } from './freedesktop.js';
import { MacTrash } from './macos.js';
import { type TrashRecord, TrashRecords } from './records.js';
import type { Discarded, TrashCan, TrashCans } from './trash-can.js';

const MAX_NAMESAKES = 10_000;
/** Characters, of four bytes each at most, so that the name of a note fits. */
const MAX_NAME = 55;

const noTrash = () =>
  agentError(
    ErrorReason.HOST_REFUSES,
    'This disk of the machine has no trash that can be used. Delete it on the machine itself.',
  );
const ofItself = () =>
  agentError(ErrorReason.HOST_REFUSES, 'The trash of the machine is in this folder. Delete it on the machine itself.');

export class Trash {
  private readonly cans: TrashCans | undefined;
  private readonly records: TrashRecords;

  constructor(
    private readonly home: Home,
    { trash }: Pick<AgentConfig, 'trash'>,
  ) {
    this.records = new TrashRecords(home.folder);
    if (trash.folder)
      this.cans = trash.kind === 'macos' ? new MacTrash(trash.folder) : new FreedesktopTrash(trash.folder);
  }

  /** @throws NOT_FOUND, HOST_REFUSES */
  async add(path: Path | undefined): Promise<TrashEntryResponse> {
    return this.home.within(path, {}, async (place) => {
      if (place.name === null || path?.segments.length === 0) throw invalid('The root itself cannot be removed.');
      if (!place.folder.lstat(place.name)) throw notFound(showPath(path));
      const entry = { path: this.absolute(place), device: place.folder.stat().dev };
      const can = this.cans?.for(entry);
      if (!can) throw noTrash();
      try {
        const trashId = this.discard(place, can, entry);
        await can.folder.sync();
        await place.folder.sync();
        return create(TrashEntryResponseSchema, { trashId });
      } finally {
        can.close();
      }
    });
  }

  /** Brings an entry back, beside what has its name by now. @throws NOT_FOUND when it left the trash in another way */
  async restore(trashId: string): Promise<RestoreTrashedResponse> {
    const record = this.records.find(trashId);
    const can = record && this.cans?.at(record.can);
    if (!record || !can) throw gone(record);
    try {
      const seen = can.folder.lstat(record.name);
      if (!seen || !isOf(record, seen)) throw gone(record);
      const origin = pathOf(record.origin);
      const folderMade = !(await this.exists(pathOf(record.origin.slice(0, -1))));
      const to = await this.home.within(origin, { createParents: true }, async (place) => {
        const goal = { folder: place.folder, name: place.name!, clash: Clash.KEEP_BOTH };
        const name = placeOrKeepBoth(can.folder, record.name, goal);
        await place.folder.sync();
        return pathOf([...record.origin.slice(0, -1), name]);
      });
      can.forget(record.name);
      this.records.delete(trashId);
      return create(RestoreTrashedResponseSchema, { origin, to, folderMade });
    } finally {
      can.close();
    }
  }

  /** @returns the id of its record, which is written first: without one nobody could bring the entry back */
  private discard({ folder, name }: EntryLocation, can: TrashCan, from: Discarded): string {
    const stats = folder.lstat(name!)!;
    const wanted = Array.from(name!).slice(0, MAX_NAME).join('');
    for (let count = 1; count < MAX_NAMESAKES; count++) {
      const used = count === 1 ? wanted : nextName(wanted, count, stats.isDirectory());
      const trashId = randomUUID();
      try {
        can.note(used, from);
      } catch (error) {
        if (errnoOf(error) === 'EEXIST') continue;
        throw error;
      }
      try {
        const { ino, birthtimeMs: birth, dev: device } = stats;
        this.records.add(trashId, { can: can.path, name: used, origin: this.below(from.path), ino, birth, device });
        placeExclusive({ folder, name: name! }, { folder: can.folder, name: used });
        return trashId;
      } catch (error) {
        can.forget(used);
        this.records.delete(trashId);
        if (errnoOf(error) === 'EINVAL') throw ofItself();
        if (errnoOf(error) === 'EXDEV') throw noTrash();
        if (errnoOf(error) !== 'EEXIST' && errnoOf(error) !== 'ENOTEMPTY') throw error;
      }
    }
    throw noTrash();
  }

  /** Links on the way are resolved. */
  private absolute({ names, name }: EntryLocation): string {
    return [this.home.workspace.replace(/\/$/, ''), ...names.slice(1), name].join('/');
  }

  private below(path: string): string[] {
    return path.slice(this.home.workspace.length).split('/').filter(Boolean);
  }

  private async exists(path: Path): Promise<boolean> {
    try {
      return await this.home.inside(path, () => true);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return false;
      throw error;
    }
  }
}

const isOf = (record: TrashRecord, { ino, birthtimeMs, dev }: Stats): boolean =>
  record.ino === ino && record.birth === birthtimeMs && record.device === dev;

const gone = (record: TrashRecord | undefined) =>
  agentError(
    ErrorReason.NOT_FOUND,
    record ? `“${record.name}” is not in the trash of the machine any more.` : 'This is not in the trash any more.',
  );

const pathOf = (segments: readonly string[]): Path =>
  create(PathSchema, { root: Root.WORKSPACE, segments: [...segments] });
