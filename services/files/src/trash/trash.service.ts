import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clash } from '@zo/proto/agent/v1';
import { filesEvents } from '@zo/proto/topics';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { BY_USER, Computers, isAgentError } from '@zo/computer-client';
import { Database } from '@zo/db';
import { isServiceError } from '@zo/errors';
import { publish } from '@zo/events';
import { type AnyLocation, isMachineRoot, isOnMachine, type Location } from '@zo/proto/location';
import { fileErrors, fileError } from '../errors.js';
import { extensionOf } from '@zo/proto/file-kind';
import { toAgentPath } from '@zo/computer-client';
import { addressOf, childOf, parentOf, TRASH } from '@zo/proto/location';
import { assertMovable, isInTrash, nameOf, displayPath } from '../paths.js';
import { atOnceFor, eachItem } from '../tree/each-item.js';
import type { ItemResult, RestoreResult } from '../tree/tree.dto.js';
import { readPage } from '../tree/listing.service.js';
import { Facts } from '../tree/facts.js';
import { TreeService } from '../tree/tree.service.js';
import { MachineTrash } from './machine-trash.js';
import { TrashRepository } from './trash.repository.js';

const TRASH_LOCATION: Location = { root: 'w', path: [TRASH] };
/** Entries of the trash whose origin is told, the last trashed ones. */
const MAX_LISTED = 10_000;
/** Entries of the trash that are told of later, at once. */
const MAX_UNTOLD = 100;
/** Entries that are deleted between two looks at the trash. */
const PAGE = 1_000;
const MAX_PAGES = 1_000;
/** Names that are tried for one entry: a computer may say of each that it is taken. */
const MAX_ATTEMPTS = 20;
/** `a (2).txt`, `a (3).txt` and so on, before names get any number. */
const MAX_COUNTED = 8;

@Injectable()
export class TrashService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly computers: Computers,
    private readonly database: Database,
    private readonly tree: TreeService,
    private readonly trashed: TrashRepository,
    private readonly facts: Facts,
    private readonly ofMachines: MachineTrash,
  ) {}

  /** TR-02: where the entries of the trash come from, which the disk cannot say. */
  async list(ctx: Ctx) {
    await this.tellForgotten(ctx);
    const entries = await this.database.read(ctx, (tx) => this.trashed.newest(tx, MAX_LISTED));
    return {
      entries: entries.map(({ name, root, path, trashedAt }) => ({
        name,
        origin: { root, path },
        trashedAt: trashedAt.getTime(),
      })),
    };
  }

  /** TR-01: moves each item into Trash under a free name, or to the trash of its machine. */
  async trash(ctx: Ctx, items: readonly AnyLocation[]): Promise<{ results: ItemResult[] }> {
    await this.tellForgotten(ctx);
    const work = async (item: AnyLocation) => {
      assertMovable(item);
      if (isInTrash(item)) throw fileErrors.insideTrash();
      return {
        trashed: isOnMachine(item)
          ? await this.ofMachines.add(ctx, item)
          : await this.moveToTrash(ctx, item as Location),
      };
    };
    return eachItem(items, work, atOnceFor(items));
  }

  /**
   * TR-02: restores entries to their origin, even if the parent is gone or the name is taken. Stops at the first
   * failure.
   * @param root of a machine, if they were trashed there
   */
  async restore(
    ctx: Ctx,
    names: readonly string[],
    root: AnyLocation['root'] = 'w',
  ): Promise<{ results: RestoreResult[] }> {
    const results: RestoreResult[] = [];
    for (const name of names) {
      try {
        results.push({
          name,
          ...(await (isMachineRoot(root) ? this.ofMachines.restore(ctx, root, name) : this.moveFromTrash(ctx, name))),
        });
      } catch (error) {
        const failure = fileError(error, name);
        if (!isServiceError(failure) || failure.status >= 500) throw failure;
        results.push({ name, error: failure.detail });
        break;
      }
    }
    return { results };
  }

  /** Deletes entries for good, but only from the trash. @throws files.not_in_trash */
  remove(ctx: Ctx, items: readonly Location[]): Promise<{ results: ItemResult[] }> {
    const work = async (item: Location) => {
      if (!isInTrash(item)) throw fileErrors.notInTrash();
      await this.computers.use(ctx, (computer) => computer.files.remove({ path: toAgentPath(item), cause: BY_USER }));
      await this.facts.store(ctx, async (tx) => {
        if (item.path.length === 2) await this.trashed.delete(tx, nameOf(item));
        audit(tx, 'file.deleted', { target: addressOf(item) });
      });
      return {};
    };
    return eachItem(items, work, atOnceFor(items));
  }

  /** Deletes everything in the trash now, a page after the other. Works on a full disk. */
  async empty(ctx: Ctx): Promise<{ removed: number }> {
    const begun = await this.database.read(ctx, (tx) => this.trashed.now(tx));
    let removedCount = 0;
    let after: string | undefined = '';
    for (let page = 0; after !== undefined && page < MAX_PAGES; page++) {
      const { names, next } = await this.removePage(ctx, after);
      await this.database.tx(ctx, (tx) => this.trashed.deleteRemoved(tx, names, begun));
      removedCount += names.length;
      after = next;
    }
    await this.database.tx(ctx, async (tx) => {
      if (after === undefined) await this.trashed.deleteLeft(tx, begun);
      audit(tx, 'trash.emptied', { target: addressOf(TRASH_LOCATION) });
    });
    return { removed: removedCount };
  }

  /** Removes the first entries behind a name. @returns the names of those that were removed, and where to go on */
  private removePage(ctx: Ctx, after: string): Promise<{ names: string[]; next: string | undefined }> {
    return this.computers.use(ctx, async (computer) => {
      const { entries, next } = await readPage(computer, TRASH_LOCATION, { limit: PAGE, after });
      const names: string[] = [];
      for (const { name } of entries) {
        const path = toAgentPath(childOf(TRASH_LOCATION, name));
        const isRemoved = await computer.files.remove({ path, cause: BY_USER }).then(() => true, isAbsent);
        if (isRemoved) names.push(name);
      }
      return { names, next };
    });
  }

  /**
   * Stores the origin before the move: a crash in between leaves a row for a name that does not exist, which is
   * harmless, but never an entry without its origin.
   */
  private async moveToTrash(ctx: Ctx, item: Location): Promise<string> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      // After some taken names a number that nobody has: the n-th entry of a name must not need n attempts.
      const name = numbered(nameOf(item), attempt <= MAX_COUNTED ? attempt : randomInt(MAX_COUNTED + 1, 1_000_000));
      const inTrash = childOf(TRASH_LOCATION, name);
      if (await this.exists(ctx, inTrash)) continue;
      if (!(await this.database.tx(ctx, (tx) => this.trashed.reserve(tx, name, item)))) continue;
      const moved = await this.tryMove(ctx, item, inTrash).catch(async (error: unknown) => {
        // If the outcome of the move is unknown, keep the row.
        if (isServiceError(error) && error.status < 500) await this.deleteRow(ctx, name);
        throw error;
      });
      if (!moved) {
        await this.deleteRow(ctx, name);
        continue;
      }
      await this.tell(ctx, name, item);
      return name;
    }
    throw fileErrors.nameTaken({ name: nameOf(item) });
  }

  /** Tells of an entry that is in the trash. */
  private tell(ctx: Ctx, name: string, item: Location): Promise<void> {
    return this.facts.store(ctx, async (tx) => {
      publish(tx, filesEvents, 'file.trashed', { userId: ctx.userId, address: addressOf(item) });
      audit(tx, 'file.trashed', { target: addressOf(item) });
      await this.trashed.markTold(tx, name);
    });
  }

  /** Tells of what a process moved that ended before it could: its row is older than that move. */
  private async tellForgotten(ctx: Ctx): Promise<void> {
    const untold = await this.database.read(ctx, (tx) => this.trashed.untold(tx, MAX_UNTOLD));
    for (const { name, root, path } of untold) {
      // Without the entry, the process ended before the move, or the entry has left the trash in another way.
      if (await this.exists(ctx, childOf(TRASH_LOCATION, name))) await this.tell(ctx, name, { root, path });
      else await this.deleteRow(ctx, name);
    }
  }

  private deleteRow(ctx: Ctx, name: string): Promise<void> {
    return this.database.tx(ctx, (tx) => this.trashed.delete(tx, name));
  }

  /** False if the name was taken meanwhile. */
  private async tryMove(ctx: Ctx, item: Location, inTrash: Location): Promise<boolean> {
    const request = {
      from: toAgentPath(item),
      to: toAgentPath(inTrash),
      clash: Clash.REFUSE,
      createParents: true,
      cause: BY_USER,
    };
    try {
      await this.computers.use(ctx, (computer) => computer.files.move(request));
      return true;
    } catch (error) {
      if (isAgentError(error, 'nameTaken')) return false;
      throw fileError(error, displayPath(item));
    }
  }

  private async moveFromTrash(ctx: Ctx, name: string): Promise<Omit<RestoreResult, 'name'>> {
    const known = await this.database.read(ctx, (tx) => this.trashed.find(tx, name));
    const origin = known && { root: known.root, path: known.path };
    const folderMade = origin !== null && !(await this.exists(ctx, parentOf(origin)));
    const to: Location = origin ?? { root: 'w', path: [name] };
    const arrived = await this.tree.moveTo(ctx, {
      from: childOf(TRASH_LOCATION, name),
      to,
      clash: Clash.KEEP_BOTH,
      createParents: true,
    });
    await this.deleteRow(ctx, name);
    return { to: arrived, ...(origin && { origin }), ...(folderMade && { folderMade }) };
  }

  private exists(ctx: Ctx, location: Location): Promise<boolean> {
    return this.computers
      .use(ctx, (computer) => computer.files.stat({ path: toAgentPath(location) }))
      .then(() => true, isAbsent);
  }
}

const MAX_NAME_BYTES = 255;
const MAX_EXTENSION = 32;

/** `a.md` → `a.md`, `a (2).md`, `a (3).md` */
function numbered(name: string, n: number): string {
  if (n === 1) return name;
  const found = extensionOf(name);
  // A longer suffix is no extension, and would leave no room for a number.
  const extension = found.length > MAX_EXTENSION ? '' : found;
  const suffix = ` (${n})${extension}`;
  const stem = Array.from(name.slice(0, name.length - extension.length));
  while (Buffer.byteLength(stem.join('') + suffix) > MAX_NAME_BYTES) stem.pop();
  return stem.join('') + suffix;
}

const isAbsent = (error: unknown): false => {
  if (isAgentError(error, 'notFound')) return false;
  throw error;
};
