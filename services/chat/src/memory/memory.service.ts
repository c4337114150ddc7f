import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { BY_USER, type Computer, Computers, isAgentError, toAgentPath } from '@zo/computer-client';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { logger } from '@zo/observability';
import { addressOf, childOf, type Location, parentOf, isSame, parseAddress } from '@zo/proto/location';
import { chatErrors } from '../errors.js';
import type { Fact } from '../shapes/fact.js';
import { withChange } from '../shapes/fact-file.js';
import { type HomeFiles, isMemoryFile, MEMORY, readHome, readOne } from './home-files.js';
import { MemoryRepository, type StoredShelf } from './memory.repository.js';
import { EMPTY_SHELF, type Shelf, type Waiting } from './shelf.js';
import { type ReadFor, ShelfReader } from './shelf-reader.js';
import { hashOf } from './texts.js';

const log = logger('chat:memory');
const ROOT: Location = { root: 'w', path: [] };
/** Where new facts are added. */
export const FACTS_FILE = childOf(MEMORY, 'facts.md');

/** Words of a fact before and after; null: there was none, or is none any more. */
export interface ChangedFact {
  readonly address: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** The computer, and in it the files of the workspace and the memory. */
export interface EarlyHome {
  readonly computer: Computer;
  readonly files: HomeFiles;
}

/** What was read before the folder of the chat was known: all for chats in the workspace. */
export interface EarlyMemory {
  /** Undefined while the computer sleeps or does not answer. */
  readonly home: Promise<EarlyHome | undefined>;
  readonly stored: StoredShelf;
}

@Injectable()
export class MemoryService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly computers: Computers,
    private readonly database: Database,
    private readonly rows: MemoryRepository,
    private readonly reader: ShelfReader,
  ) {}

  /** Begins to read what most runs are shown. */
  async earlyHome(ctx: Ctx): Promise<EarlyHome | undefined> {
    try {
      const computer = await this.computers.peek(ctx);
      return computer && { computer, files: await readHome(computer, ROOT) };
    } catch {
      // The run asks again, and says why.
      return undefined;
    }
  }

  stored(ctx: Ctx): Promise<StoredShelf> {
    return this.database.read(ctx, (tx) => this.rows.stored(tx, addressOf(ROOT)));
  }

  /** What a run may be shown. Never wakes the computer: while it sleeps, nothing there changes. */
  async forRun(ctx: Ctx, asked: ReadFor, early?: EarlyMemory): Promise<Shelf> {
    const { home, stored } = isSame(asked.folder, ROOT) && early ? early : {};
    try {
      const { computer, files } = (await home) ?? { computer: await this.computers.peek(ctx), files: undefined };
      if (computer) return await this.reader.read(ctx, computer, { ...asked, files, stored });
    } catch (error) {
      this.computers.forget(ctx.userId);
      log.debug({ error }, 'the memory of a computer was not read');
    }
    return (await this.database.read(ctx, (tx) => this.rows.copy(tx, addressOf(asked.folder)))) ?? EMPTY_SHELF;
  }

  /** What was read last. */
  async last(ctx: Ctx): Promise<Shelf> {
    return this.forRun(ctx, { folder: ROOT, threadId: undefined });
  }

  /** All there is, for its user. Wakes the computer. */
  read(ctx: Ctx): Promise<Shelf> {
    return this.computers.read(ctx, async (computer) => {
      const shelf = await this.reader.read(ctx, computer, { folder: ROOT, threadId: undefined });
      const elsewhere = await this.guidesElsewhere(ctx, computer);
      return { ...shelf, waiting: [...shelf.waiting, ...elsewhere] };
    });
  }

  /** Of the chats that facts came from, as far as they are still there. */
  titles(ctx: Ctx, { facts }: Shelf): Promise<ReadonlyMap<string, string | null>> {
    const ids = facts.flatMap(({ by }) => (by !== null && by !== 'user' ? [by.chat] : []));
    return this.database.read(ctx, (tx) => this.rows.titles(tx, [...new Set(ids)]));
  }

  /** The AGENTS.md files that wait in other folders of chats, as far as they are still the same. */
  private async guidesElsewhere(ctx: Ctx, computer: Computer): Promise<Waiting[]> {
    const shelves = await this.database.read(ctx, (tx) => this.rows.copies(tx));
    const guides = shelves.flatMap(({ waiting }) => waiting.filter(({ kind }) => kind === 'guide'));
    const found: Waiting[] = [];
    for (const guide of new Map(guides.map((each) => [each.address, each])).values()) {
      const at = parseAddress(guide.address);
      if (at.path.length === 1) continue;
      const { waiting } = await this.reader.read(ctx, computer, { folder: parentOf(at), threadId: undefined });
      found.push(...waiting.filter(({ kind, address }) => kind === 'guide' && address === guide.address));
    }
    return found;
  }

  /** Call after a call wrote memory or skills in a thread that was shown only its user's words. */
  async settle(ctx: Ctx, threadId: string): Promise<void> {
    await this.forRun(ctx, { folder: ROOT, threadId });
  }

  /** Call only where the fact is its user's, or of a thread that was shown only its user's words. */
  keepFact(ctx: Ctx, text: string): Promise<void> {
    return this.database.tx(ctx, (tx) => this.rows.keep(tx, [hashOf('fact', text)]));
  }

  /** Its user adds, changes or forgets a fact. @throws chat.fact_gone, chat.not_memory, chat.memory_full */
  async change(ctx: Ctx, { address, before, after }: ChangedFact): Promise<void> {
    const at = address === null ? FACTS_FILE : parseAddress(address);
    if (!isMemoryFile(at)) throw chatErrors.notMemory();
    const fact: Fact | null =
      after === null ? null : { text: after, by: 'user', day: new Date().toISOString().slice(0, 10) };
    // Before the file changes, so that no answer takes it for text of others.
    if (after !== null) await this.keepFact(ctx, after);
    await this.computers.use(ctx, (computer) => this.write(computer, at, { before, after: fact }));
    const change = before === null ? 'added' : after === null ? 'forgotten' : 'changed';
    await this.database.tx(ctx, async (tx) => void audit(tx, 'memory.changed', { target: ctx.userId, change }));
  }

  private async write(
    computer: Computer,
    at: Location,
    change: { before: string | null; after: Fact | null },
  ): Promise<void> {
    const file = await readOne(computer, at);
    if (file && file.text === null) throw chatErrors.memoryFull();
    const text = withChange(file?.text ?? '', change);
    if (text === undefined) throw chatErrors.factGone();
    const content = new TextEncoder().encode(text);
    if (content.length > MAX_BYTES) throw chatErrors.memoryFull();
    const base = file
      ? { base: { case: 'hash' as const, value: file.hash } }
      : { base: { case: 'absent' as const, value: true } };
    try {
      await computer.files.write({ path: toAgentPath(at), content, base, createParents: true, cause: BY_USER });
    } catch (error) {
      throw isAgentError(error, 'staleBase') ? chatErrors.factGone() : error;
    }
  }

  /** Its user has looked at a text that waits. `hash`: of what was shown. @throws errors.notFound */
  async keep(ctx: Ctx, { address, hash }: { address: string; hash: string }): Promise<void> {
    const { waiting } = await this.read(ctx);
    const found = waiting.find((text) => text.address === address && text.hash === hash);
    if (!found) throw errors.notFound();
    await this.database.tx(ctx, async (tx) => {
      await this.rows.keep(tx, [hash]);
      audit(tx, 'memory.kept', { target: ctx.userId, kind: found.kind });
    });
  }
}

const MAX_BYTES = 64 * 1024;
