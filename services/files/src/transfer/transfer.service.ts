/** PC-02: moves and copies between the computer and machines, which cannot reach each other. */
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { BY_USER, type Computer, Computers, fromAgentPath, isAgentError, pathOnItsAgent } from '@zo/computer-client';
import { Database } from '@zo/db';
import { isServiceError } from '@zo/errors';
import { logger } from '@zo/observability';
import { Clash } from '@zo/proto/agent/v1';
import { addressOf, type AnyLocation, childOf, isMachineRoot, isSameAgent } from '@zo/proto/location';
import { fileError, fileErrors, nameTaken } from '../errors.js';
import { assertMovable, assertOutsideTrash, displayPath, isInTrash, nameOf } from '../paths.js';
import { FileCopier } from './file-copier.js';
import { holdsOnly, isUnchanged, type Survey, survey } from './survey.js';
import type { Sending, SendingLine, Sent } from './transfer.dto.js';

const log = logger('files');
/** Errors that do not say which of the two computers they are about. */
const LOST: ReadonlySet<string> = new Set([
  'files.interrupted',
  'files.asleep',
  'files.timed_out',
  'computer.not_answering',
  'computer.bad_answer',
]);
/** At once, of one user: each keeps connections of both computers. */
const MAX_AT_ONCE = 3;
const MAX_NAMESAKES = 1_000;
const TAKE_BACK_MS = 60_000;
const TAKE_BACK_PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];
const CLASH = { refuse: Clash.REFUSE, 'keep-both': Clash.KEEP_BOTH } as const;

/** One item on its way. */
interface Item {
  readonly from: AnyLocation;
  readonly to: AnyLocation;
  readonly clash: Clash;
  readonly seen: Survey;
  readonly verb: Sending['verb'];
}

interface Watched {
  readonly signal: AbortSignal;
  readonly onBytes: (count: number) => void;
}

@Injectable()
export class TransferService {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly computers: Computers,
    private readonly database: Database,
    private readonly copier: FileCopier,
  ) {}

  /**
   * Sends one item after the other; a failed one does not stop the others, and leaves nothing behind. `tell` is told
   * how far it is.
   * @throws files.too_many_transfers
   */
  async send(
    ctx: Ctx,
    { verb, items, target, clash }: Sending,
    { signal, tell }: { signal: AbortSignal; tell: (line: SendingLine) => void },
  ): Promise<void> {
    assertOutsideTrash(target);
    return this.counted(ctx, async () => {
      const results: Sent[] = [];
      let [bytes, total] = [0, 0];
      const onBytes = (count: number) => tell({ bytes: (bytes += count), total });
      const surveys = new Map<AnyLocation, Survey>();
      for (const from of items) {
        const seen = await this.tried(from, { results, signal }, () => this.look(ctx, from, { verb, target, signal }));
        if (!seen) continue;
        surveys.set(from, seen);
        tell({ bytes, total: (total += seen.bytes) });
      }
      for (const [from, seen] of surveys) {
        signal.throwIfAborted();
        const item = { from, to: childOf(target, nameOf(from)), clash: CLASH[clash], seen, verb };
        const sent = await this.tried(from, { results, signal }, () => this.sendOne(ctx, item, { signal, onBytes }));
        if (sent) results.push({ ...from, to: sent, ...(seen.leftOut > 0 && { leftOut: seen.leftOut }) });
      }
      tell({ bytes, total, results });
    });
  }

  /** Adds a failure to the results, unless the caller has hung up. */
  private async tried<T>(
    from: AnyLocation,
    { results, signal }: { results: Sent[]; signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = fileError(error, displayPath(from));
      if (!isServiceError(failure)) log.warn({ error }, 'a transfer between two computers was cut off');
      const isLost = !isServiceError(failure) || LOST.has(failure.code);
      const { detail, code } = isLost ? fileErrors.transferLost({ name: nameOf(from) }) : failure;
      results.push({ ...from, error: detail, code });
      return undefined;
    }
  }

  private async look(
    ctx: Ctx,
    from: AnyLocation,
    { verb, target, signal }: Pick<Sending, 'verb' | 'target'> & { signal: AbortSignal },
  ): Promise<Survey> {
    if (isSameAgent(from, target)) throw fileErrors.sameComputer();
    assertMovable(from);
    if (isInTrash(from)) throw fileErrors.insideTrash();
    const seen = await this.survey(ctx, from, signal);
    if (verb === 'move' && seen.leftOut > 0)
      throw fileErrors.notAllMovable({ name: nameOf(from), count: seen.leftOut });
    return seen;
  }

  private survey(ctx: Ctx, from: AnyLocation, signal: AbortSignal): Promise<Survey> {
    return this.computers.read(ctx, (source) => survey(source, from, signal), from.root);
  }

  private async sendOne(ctx: Ctx, item: Item, watched: Watched): Promise<AnyLocation> {
    const to = await this.copy(ctx, item, watched);
    if (item.verb === 'move') await this.removeSource(ctx, item, watched.signal);
    return to;
  }

  private async copy(ctx: Ctx, item: Item, watched: Watched): Promise<AnyLocation> {
    const target = await this.computers.open(ctx, item.to.root);
    const [first, ...rest] = item.seen.parts;
    if (!first!.isFolder) {
      const placed = await this.copier
        .copy(ctx, { ...item, target, size: first!.size }, watched)
        .catch((error: unknown) => {
          throw isAgentError(error, 'nameTaken') ? nameTaken(nameOf(item.to), undefined, error) : error;
        });
      return { root: item.to.root, path: fromAgentPath(placed).path };
    }
    const to = await makeFolder(target, item);
    try {
      for (const { below, isFolder, size } of rest) {
        watched.signal.throwIfAborted();
        const [source, goal] = [item.from, to].map(({ root, path }) => ({ root, path: [...path, ...below] }));
        if (isFolder) await target.files.createFolder({ path: pathOnItsAgent(goal!), parents: true });
        else await this.copier.copy(ctx, { from: source!, to: goal!, target, clash: Clash.REFUSE, size }, watched);
      }
      return to;
    } catch (error) {
      await this.takeBack(ctx, to, item.seen);
      throw error;
    }
  }

  /** The target may be what failed: its computer is woken again, while a machine may be away for days. */
  private async takeBack(ctx: Ctx, to: AnyLocation, seen: Survey): Promise<void> {
    for (const pause of isMachineRoot(to.root) ? [0] : TAKE_BACK_PAUSES_MS) {
      await delay(pause);
      try {
        return await this.computers.use(ctx, (target) => takeBack(target, to, seen), to.root);
      } catch (error) {
        log.warn({ error }, 'what has arrived of a folder could not be removed');
      }
    }
  }

  /** What changed meanwhile stays: its copy is of another state. */
  private async removeSource(ctx: Ctx, { from, seen }: Item, signal: AbortSignal): Promise<void> {
    if (!isUnchanged(seen, await this.survey(ctx, from, signal))) throw fileErrors.keptBoth({ name: nameOf(from) });
    const path = pathOnItsAgent(from);
    await this.computers.use(ctx, (source) => source.files.remove({ path, cause: BY_USER }), from.root);
    await this.database.tx(ctx, async (tx) => audit(tx, 'file.deleted', { target: addressOf(from) }));
  }

  private async counted(ctx: Ctx, work: () => Promise<void>): Promise<void> {
    const { userId } = ctx;
    const count = this.running.get(userId) ?? 0;
    if (count >= MAX_AT_ONCE) throw fileErrors.tooManyTransfers();
    this.running.set(userId, count + 1);
    try {
      await work();
    } finally {
      const left = this.running.get(userId)! - 1;
      if (left > 0) this.running.set(userId, left);
      else this.running.delete(userId);
    }
  }
}

/**
 * Removes a folder that was copied in part. It stays if something else was put into it, or changed in it, meanwhile.
 */
async function takeBack(target: Computer, to: AnyLocation, seen: Survey): Promise<void> {
  const now = await survey(target, to, AbortSignal.timeout(TAKE_BACK_MS));
  if (holdsOnly(now, seen)) await target.files.remove({ path: pathOnItsAgent(to), cause: BY_USER });
}

/** A new folder of the item's name, or beside what has it. @throws files.name_taken */
async function makeFolder(target: Computer, { to, clash }: Item): Promise<AnyLocation> {
  const name = nameOf(to);
  for (let count = 1; count <= MAX_NAMESAKES; count++) {
    const wanted = { root: to.root, path: [...to.path.slice(0, -1), count === 1 ? name : `${name} (${count})`] };
    try {
      await target.files.createFolder({ path: pathOnItsAgent(wanted), parents: false });
      return wanted;
    } catch (error) {
      if (!isAgentError(error, 'nameTaken')) throw error;
      if (clash !== Clash.KEEP_BOTH) throw nameTaken(name, undefined, error);
    }
  }
  throw fileErrors.nameTaken({ name });
}
