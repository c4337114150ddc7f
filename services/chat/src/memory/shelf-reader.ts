/** Reads memory and skills from a home, and finds out which of it models may be shown. */
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { Computer } from '@zo/computer-client';
import { Database } from '@zo/db';
import { addressOf, type Location } from '@zo/proto/location';
import { canonical } from '../runs/gate/canonical.js';
import { Origins } from '../runs/ports/origin.js';
import type { Source } from '../shapes/labels.js';
import { type HomeFile, type HomeFiles, readHome } from './home-files.js';
import { type Judged, MemoryRepository, type StoredShelf } from './memory.repository.js';
import { judge, type Verdict } from './provenance-of-texts.js';
import type { Shelf } from './shelf.js';
import { type Text, type TextsFound, textsIn, titleOf } from './texts.js';

/** Files whose history is asked at a time; those beyond wait for the next. */
const MAX_JUDGED = 40;
const AT_ONCE = 8;

export interface ReadFor {
  /** Where the chat looks for AGENTS.md first. */
  readonly folder: Location;
  /** The thread that asks: what it has been shown is known. */
  readonly threadId: string | undefined;
  /** The files of this folder and of the memory, if they were read already. */
  readonly files?: HomeFiles;
  /** What is stored for this folder, if it was read already. */
  readonly stored?: StoredShelf;
}

interface Judgement {
  readonly kept: readonly Text[];
  readonly files: ReadonlyMap<string, Judged>;
  /** Why the others of a file wait. */
  readonly sources: ReadonlyMap<string, Source['kind']>;
}

@Injectable()
export class ShelfReader {
  constructor(
    private readonly database: Database,
    private readonly rows: MemoryRepository,
    private readonly origins: Origins,
  ) {}

  async read(ctx: Ctx, computer: Computer, { folder, threadId, files, stored }: ReadFor): Promise<Shelf> {
    const found = textsIn(files ?? (await readHome(computer, folder)));
    const { texts, unreadable } = found;
    if (stored?.copy && isAsStored(found, stored)) return stored.copy;
    const hashes = texts.map(({ hash }) => hash);
    const [kept, { judged, copy }] = await this.database.readAtOnce(ctx, (tx) =>
      Promise.all([this.rows.kept(tx, hashes), this.rows.stored(tx, addressOf(folder))]),
    );
    const made = await this.judgeAll(ctx, computer, { texts, kept, judged, threadId });
    const isKept = new Set([...kept, ...made.kept.map(({ hash }) => hash)]);
    const shelf = { ...shelfOf(texts, isKept, made.sources), unreadable };
    const isNew = copy === undefined || canonical(copy) !== canonical(shelf);
    if (made.files.size > 0 || isNew)
      await this.database.tx(ctx, async (tx) => {
        await this.rows.keep(tx, [...new Set(made.kept.map(({ hash }) => hash))]);
        for (const [address, at] of made.files) await this.rows.setJudged(tx, address, at);
        if (isNew) await this.rows.saveCopy(tx, addressOf(folder), shelf);
      });
    return shelf;
  }

  private async judgeAll(
    ctx: Ctx,
    computer: Computer,
    asked: {
      texts: readonly Text[];
      kept: ReadonlySet<string>;
      judged: StoredShelf['judged'];
      threadId: string | undefined;
    },
  ): Promise<Judgement> {
    const { texts, kept, judged, threadId } = asked;
    const open = [...filesOf(texts)].filter(
      ([address, { file, of }]) => judged.get(address)?.hash !== file.hash || of.some(({ hash }) => !kept.has(hash)),
    );
    const made = { kept: [] as Text[], files: new Map<string, Judged>(), sources: new Map<string, Source['kind']>() };
    const queue = open.slice(0, MAX_JUDGED).values();
    const tainted = (ids: readonly string[]) => this.tainted(ctx, ids, threadId);
    const worker = async () => {
      for (const [address, { file, of }] of queue) {
        const { source, seq }: Verdict = await judge(computer, {
          at: file.at,
          judged: judged.get(address)?.seq,
          tainted,
        });
        const unknown = of.filter(({ hash }) => !kept.has(hash));
        if (source && unknown.length > 0) made.sources.set(address, source);
        else {
          made.kept.push(...unknown);
          made.files.set(address, { seq, hash: file.hash });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return made;
  }

  /** Threads that were shown text of others, or may have been: other answers that are still in the making. */
  private tainted(ctx: Ctx, ids: readonly string[], threadId: string | undefined): Promise<ReadonlySet<string>> {
    return this.database.read(ctx, async (tx) => {
      const busy = await this.rows.busy(tx, ids);
      const found: ReadonlySet<string>[] = [];
      for (const origin of this.origins.names) found.push(await this.origins.of({ origin }).tainted(tx, ids));
      return new Set(
        ids.filter((id) => (busy.has(id) && id !== threadId) || found.every((tainted) => tainted.has(id))),
      );
    });
  }
}

/** Whether every text was kept when the copy was made. What is kept stays so, and nothing is left to find out. */
function isAsStored({ texts, unreadable }: TextsFound, { judged, copy }: StoredShelf): boolean {
  if (!texts.every(({ file }) => judged.get(addressOf(file.at))?.hash === file.hash)) return false;
  const all = new Set(texts.map(({ hash }) => hash));
  return isDeepStrictEqual(copy, { ...shelfOf(texts, all, NO_SOURCES), unreadable });
}

const NO_SOURCES: ReadonlyMap<string, Source['kind']> = new Map();

function filesOf(texts: readonly Text[]): Map<string, { file: HomeFile; of: Text[] }> {
  const files = new Map<string, { file: HomeFile; of: Text[] }>();
  for (const text of texts) {
    const address = addressOf(text.file.at);
    const found = files.get(address) ?? { file: text.file, of: [] };
    found.of.push(text);
    files.set(address, found);
  }
  return files;
}

function shelfOf(
  texts: readonly Text[],
  kept: ReadonlySet<string>,
  sources: ReadonlyMap<string, Source['kind']>,
): Omit<Shelf, 'unreadable'> {
  const shown = texts.filter(({ hash }) => kept.has(hash));
  const skills = shown.flatMap(({ is }) => (is.kind === 'skill' ? [is.skill] : []));
  return {
    guide: shown.flatMap(({ is }) => (is.kind === 'guide' ? [is.guide] : []))[0] ?? null,
    facts: shown.flatMap(({ is, file }) => (is.kind === 'fact' ? [{ address: addressOf(file.at), ...is.fact }] : [])),
    skills: skills.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    waiting: texts
      .filter(({ hash }) => !kept.has(hash))
      .map((text) => {
        const address = addressOf(text.file.at);
        const source = sources.get(address) ?? 'unknown';
        return { address, kind: text.is.kind, title: titleOf(text), hash: text.hash, source };
      }),
  };
}
