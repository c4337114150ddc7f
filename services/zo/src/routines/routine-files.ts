/** The files of routines in a home. What the computer says of them is checked and bounded. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { byCaller, type Computer, Computers, fromAgentPath, isAgentError, toAgentPath } from '@zo/computer-client';
import { Clash } from '@zo/proto/agent/v1';
import { addressOf, inTrash, type Location, parseAddress, TRASH } from '@zo/proto/location';
import { routineErrors } from '../errors.js';

export const SUFFIX = '.zoroutine';
/** Files of that name that are looked at, those in the trash included; a computer gives out no more. */
const MAX_FOUND = 500;
const MAX_BYTES = 256 * 1024;
const AT_ONCE = 8;
const NOT_THERE = ['notFound', 'isFolder', 'notRegularFile', 'linkOutside', 'notPermitted', 'invalid'] as const;

export interface RoutineText {
  readonly address: string;
  readonly text: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

export interface FoundFiles {
  readonly files: readonly RoutineText[];
  /** There are no others. */
  readonly isWhole: boolean;
}

@Injectable()
export class RoutineFiles {
  constructor(private readonly computers: Computers) {}

  /** All routines of the workspace; those in the trash and those that are no text are left out. */
  async all(ctx: Ctx): Promise<FoundFiles> {
    return this.computers.read(ctx, async (computer) => {
      const { matches } = await computer.files.searchNames({
        path: toAgentPath({ root: 'w', path: [] }),
        query: SUFFIX,
        limit: MAX_FOUND,
        // Routines that are not found count as deleted, so a file that was moved just now must be.
        settled: true,
      });
      const places = matches
        .flatMap(({ path }) => (path ? [fromAgentPath(path)] : []))
        .filter(isRoutine)
        .toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
      const found: (RoutineText | undefined)[] = [];
      const queue = places.entries();
      const worker = async () => {
        for (const [index, place] of queue) found[index] = await readOne(computer, place);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      return { files: found.filter((file) => file !== undefined), isWhole: matches.length < MAX_FOUND };
    });
  }

  /** Undefined if there is no such file, or it is no text. */
  read(ctx: Ctx, address: string): Promise<RoutineText | undefined> {
    return this.computers.read(ctx, (computer) => readOne(computer, parseAddress(address)));
  }

  /**
   * Writes over the version with this hash; undefined: the file must not exist.
   * @throws routines.stale, routines.name_taken
   */
  async write(ctx: Ctx, { address, text }: { address: string; text: string }, base: string | undefined): Promise<void> {
    const request = {
      path: toAgentPath(parseAddress(address)),
      content: new TextEncoder().encode(text),
      base:
        base === undefined
          ? { base: { case: 'absent' as const, value: true } }
          : { base: { case: 'hash' as const, value: base } },
      createParents: base === undefined,
      cause: byCaller(ctx),
    };
    try {
      await this.computers.use(ctx, (computer) => computer.files.write(request));
    } catch (error) {
      if (isAgentError(error, 'staleBase', 'nameTaken', 'isFolder', 'notRegularFile'))
        throw base === undefined ? routineErrors.nameTaken() : routineErrors.stale();
      throw error;
    }
  }

  /** @throws routines.name_taken */
  move(ctx: Ctx, move: { from: string; to: string }): Promise<void> {
    return this.moveTo(ctx, move, Clash.REFUSE);
  }

  moveToTrash(ctx: Ctx, from: string): Promise<void> {
    return this.moveTo(ctx, { from, to: `w/${TRASH}/${from.slice(from.lastIndexOf('/') + 1)}` }, Clash.KEEP_BOTH);
  }

  private async moveTo(ctx: Ctx, { from, to }: { from: string; to: string }, clash: Clash): Promise<void> {
    const request = {
      from: toAgentPath(parseAddress(from)),
      to: toAgentPath(parseAddress(to)),
      clash,
      createParents: true,
      cause: byCaller(ctx),
    };
    try {
      await this.computers.use(ctx, (computer) => computer.files.move(request));
    } catch (error) {
      if (isAgentError(error, 'nameTaken')) throw routineErrors.nameTaken();
      throw error;
    }
  }
}

export const isRoutine = (place: Location): boolean =>
  place.root === 'w' && !inTrash(place) && place.path.at(-1)?.toLowerCase().endsWith(SUFFIX) === true;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

async function readOne(computer: Computer, place: Location): Promise<RoutineText | undefined> {
  try {
    const { content } = await computer.files.read({ path: toAgentPath(place), maxBytes: BigInt(MAX_BYTES) });
    const text = decoder.decode(content);
    const hash = createHash('sha256').update(content).digest('hex');
    return { address: addressOf(place), text, hash };
  } catch (error) {
    if (error instanceof TypeError || isAgentError(error, 'tooLarge', ...NOT_THERE)) return undefined;
    throw error;
  }
}
