import { Injectable } from '@nestjs/common';
import { Clash, type FileVersion, Kind as EntryKind, type Path } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import {
  type AgentCause,
  agentErrorOf,
  BY_USER,
  byCaller,
  type Computer,
  Computers,
  isAgentError,
} from '@zo/computer-client';
import { publish } from '@zo/events';
import { type AnyLocation, isOnMachine, isSameAgent } from '@zo/proto/location';
import { filesEvents } from '@zo/proto/topics';
import { type Edit, withEdits } from '../edits.js';
import { fileErrors, fileError, nameTaken, presentCurrent } from '../errors.js';
import { newSite } from '../sites/site.js';
import { initialContent, nameForType, renamed } from '../names.js';
import { fromAgentPath, pathOnItsAgent } from '@zo/computer-client';
import { addressOf, childOf, isWithin, parentOf } from '@zo/proto/location';
import { assertMovable, assertOutsideTrash, isInTrash, nameOf, displayPath } from '../paths.js';
import { eachItem } from './each-item.js';
import { Facts } from './facts.js';
import type { Create, ItemResult, Rename, Transfer, Write } from './tree.dto.js';

/** As large as the text of a whole save may be. */
const MAX_SAVED_BYTES = 16 * 1024 * 1024;
/** A larger file is saved as a whole: an answer of the computer has no room for it. */
const MAX_EDITED_BYTES = 8 * 1024 * 1024;
const CLASH = { refuse: Clash.REFUSE, 'keep-both': Clash.KEEP_BOTH } as const;

interface Move<L> {
  readonly from: L;
  readonly to: L;
  readonly clash: Clash;
  readonly createParents?: boolean;
}

@Injectable()
export class TreeService {
  constructor(
    private readonly computers: Computers,
    private readonly facts: Facts,
  ) {}

  /** FT-05. @throws files.name_taken, files.blank_name, files.inside_trash */
  async create(ctx: Ctx, { root, path, type, content }: Create): Promise<AnyLocation> {
    const target = childOf({ root, path: path.slice(0, -1) }, nameForType(path.at(-1)!, type));
    assertOutsideTrash(target);
    await this.computers
      .use(ctx, (computer) => make(computer, target, { type, content, cause: byCaller(ctx) }), root)
      .catch((error: unknown) => {
        const taken = isAgentError(error, 'staleBase', 'nameTaken', 'isFolder', 'notRegularFile');
        throw taken
          ? nameTaken(nameOf(target), agentErrorOf(error)?.facts.current, error)
          : fileError(error, displayPath(target));
      });
    return target;
  }

  /**
   * Saves text if the file still has the version it is based on. @throws files.conflict with `current`: hash, size and
   * time of the present file
   */
  async write(ctx: Ctx, { base, ...save }: Write) {
    const target: AnyLocation = { root: save.root, path: save.path };
    assertOutsideTrash(target);
    const content = save.edits ? await this.edited(ctx, target, { base, edits: save.edits }) : save.content!;
    const request = {
      path: pathOnItsAgent(target),
      content: Buffer.from(content),
      base: { base: baseOf(base) },
      createParents: true,
      cause: byCaller(ctx),
    };
    const { version } = await this.computers
      .use(ctx, (computer) => computer.files.write(request), target.root)
      .catch((error: unknown) => {
        throw fileError(error, displayPath(target));
      });
    return { hash: version?.hash ?? '', size: Number(version?.size ?? 0), mtimeMs: version?.mtimeMs ?? 0 };
  }

  /** The bytes of a file with edits, which are not written yet. */
  private async edited(
    ctx: Ctx,
    target: AnyLocation,
    { base, edits }: { base: Write['base']; edits: readonly Edit[] },
  ): Promise<Buffer> {
    const request = { path: pathOnItsAgent(target), maxBytes: BigInt(MAX_EDITED_BYTES) };
    const shown = displayPath(target);
    const { content, version } = await this.computers
      .read(ctx, (computer) => computer.files.read(request), target.root)
      .catch((error: unknown) => {
        // A file that is gone is another state than the edits belong to.
        if (isAgentError(error, 'notFound')) throw conflict(shown, undefined);
        throw fileError(error, shown);
      });
    const isBase = 'hash' in base && version?.hash === base.hash;
    const made = isBase ? withEdits(content, edits) : null;
    if (!made) throw conflict(shown, version);
    if (made.length > MAX_SAVED_BYTES) throw fileErrors.tooLarge({ path: shown });
    return made;
  }

  /** FT-06: keeps the extension of files; renaming to the same name does nothing. */
  async rename(ctx: Ctx, { root, path, name }: Rename): Promise<AnyLocation> {
    const from: AnyLocation = { root, path };
    assertMovable(from);
    assertOutsideTrash(from);
    const { entry } = await this.on(ctx, from, (computer) => computer.files.stat({ path: pathOnItsAgent(from) }));
    const to = childOf(parentOf(from), renamed(nameOf(from), name, entry?.kind === EntryKind.DIRECTORY));
    if (nameOf(to) === nameOf(from)) return from;
    return this.moveTo(ctx, { from, to, clash: Clash.REFUSE });
  }

  /** FT-07: moves each item independently; a failed item reports its error and does not stop the others. */
  move(ctx: Ctx, { items, target, clash }: Transfer): Promise<{ results: ItemResult[] }> {
    assertOutsideTrash(target);
    return eachItem(items, async (from) => {
      assertMovable(from);
      if (isInTrash(from)) throw fileErrors.insideTrash();
      const to = childOf(target, nameOf(from));
      if (addressOf(to) === addressOf(from) || addressOf(from) === addressOf(target)) throw fileErrors.sameTarget();
      if (isWithin(target, from)) throw fileErrors.intoItself();
      if (!isSameAgent(from, target)) throw fileErrors.betweenMachines();
      return { to: await this.moveTo(ctx, { from, to, clash: CLASH[clash] }) };
    });
  }

  /** FT-12: copies each item; copying into the same folder always creates a duplicate with a new name. */
  copy(ctx: Ctx, { items, target, clash }: Transfer): Promise<{ results: ItemResult[] }> {
    assertOutsideTrash(target);
    return eachItem(items, async (from) => {
      if (from.path.length === 0) throw fileErrors.special({ name: 'Workspace' });
      if (isWithin(target, from)) throw fileErrors.intoItself();
      if (!isSameAgent(from, target)) throw fileErrors.betweenMachines();
      const to = childOf(target, nameOf(from));
      const request = {
        from: pathOnItsAgent(from),
        to: pathOnItsAgent(to),
        clash: addressOf(from) === addressOf(to) ? Clash.KEEP_BOTH : CLASH[clash],
        cause: BY_USER,
      };
      const done = await this.on(ctx, from, (computer) => computer.files.copy(request));
      return { to: asOn(from, done.to) };
    });
  }

  /** Moves one entry within its agent and publishes the move, so that links can follow it: none leads to a machine. */
  async moveTo<L extends AnyLocation>(ctx: Ctx, { from, to, clash, createParents = false }: Move<L>): Promise<L> {
    const done = await this.moveEntry(ctx, { from, to, clash, createParents });
    const arrived = asOn(from, done.to);
    if (!isOnMachine(from))
      await this.facts.store(ctx, (tx) =>
        publish(tx, filesEvents, 'file.moved', { userId: ctx.userId, from: addressOf(from), to: addressOf(arrived) }),
      );
    return arrived;
  }

  /** Both are of one agent. */
  private moveEntry(ctx: Ctx, { from, to, clash, createParents = false }: Move<AnyLocation>) {
    const request = { from: pathOnItsAgent(from), to: pathOnItsAgent(to), clash, createParents, cause: BY_USER };
    return this.computers
      .use(ctx, (computer) => computer.files.move(request), from.root)
      .catch((error: unknown) => {
        throw fileError(error, isAgentError(error, 'nameTaken') ? displayPath(to) : displayPath(from));
      });
  }

  private on<T>(ctx: Ctx, location: AnyLocation, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.computers.use(ctx, work, location.root).catch((error: unknown) => {
      throw fileError(error, displayPath(location));
    });
  }
}

/** What an agent says of a path, as a location of that agent. */
const asOn = <L extends AnyLocation>(known: L, path: Path | undefined): L => {
  const { root, path: names } = fromAgentPath(path);
  return { root: isOnMachine(known) ? known.root : root, path: names } as L;
};

async function make(
  computer: Computer,
  target: AnyLocation,
  { type, content, cause }: Pick<Create, 'type' | 'content'> & { cause: AgentCause },
) {
  if (type !== 'folder' && type !== 'site')
    return writeNew(computer, target, { text: content ?? initialContent(type, nameOf(target)), cause });
  await computer.files.createFolder({ path: pathOnItsAgent(target), parents: false });
  if (type !== 'site') return;
  for (const [name, text] of newSite(nameOf(target))) await writeNew(computer, childOf(target, name), { text, cause });
}

async function writeNew(
  computer: Computer,
  target: AnyLocation,
  { text, cause }: { text: string; cause: AgentCause },
): Promise<void> {
  await computer.files.write({
    path: pathOnItsAgent(target),
    content: Buffer.from(text),
    base: { base: { case: 'absent', value: true } },
    createParents: false,
    cause,
  });
}

function conflict(path: string, version: FileVersion | undefined): Error {
  const current = version && { hash: version.hash, size: Number(version.size), mtimeMs: version.mtimeMs };
  return fileErrors.conflict({ path }, { extras: { current: presentCurrent(current) } });
}

function baseOf(base: Write['base']) {
  if ('hash' in base) return { case: 'hash' as const, value: base.hash };
  return 'absent' in base ? { case: 'absent' as const, value: true } : { case: 'any' as const, value: true };
}
