import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { parseAddress } from '@zo/proto/location';
import {
  type Routine,
  type RoutineSchedule,
  routineOf,
  type StepsRead,
  withDescription,
  withId,
  withInputs,
  withInstruction,
} from '@zo/proto/routine';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { routineErrors } from '../errors.js';
import { type FoundRoutine, reconcile } from './reconcile.js';
import type { RoutineRow } from './routine.entity.js';
import { isRoutine, RoutineFiles, type RoutineText, SUFFIX } from './routine-files.js';
import { type CreateRoutine, type Definition, routineId, type UpdateRoutine } from './routines.dto.js';
import { type RoutineFacts, RoutinesRepository } from './routines.repository.js';

const MAX_DESCRIPTION = 1_000;
const MAX_INPUTS = 20;

export interface RoutineView extends StepsRead {
  readonly row: RoutineFacts & Pick<RoutineRow, 'updatedAt'>;
  readonly instruction: string;
  /** What its file asks for. */
  readonly schedule: RoutineSchedule | undefined;
}

/** A file of a routine, and what it says. */
interface Parsed extends RoutineText {
  readonly routine: Routine;
}

@Injectable()
export class RoutinesService {
  constructor(
    private readonly database: Database,
    private readonly files: RoutineFiles,
    private readonly routines: RoutinesRepository,
  ) {}

  /** Every routine of the workspace, as its files say it now. */
  async list(ctx: Ctx): Promise<RoutineView[]> {
    const { files, isWhole } = await this.files.all(ctx);
    return this.keep(ctx, files.map(parsed), { isWhole });
  }

  /** Finds its file, also where it was moved. @throws http.not_found */
  async get(ctx: Ctx, id: string): Promise<RoutineView> {
    return this.find(ctx, id);
  }

  /**
   * Registers the file, which is made from the definition if there is one. A file keeps the id that it has.
   * @throws http.not_found, routines.name_taken, routines.not_a_routine
   */
  async create(ctx: Ctx, { file_path: address, ...definition }: CreateRoutine): Promise<RoutineView> {
    if (!isRoutine(parseAddress(address))) throw routineErrors.notARoutine({ suffix: SUFFIX });
    const isNew = Object.values(definition).some((part) => part !== undefined);
    if (isNew) {
      const text = withDefinition(`---\nid: ${newId()}\n---\n\n`, definition);
      await this.files.write(ctx, { address, text }, undefined);
    }
    const view = await this.register(ctx, address);
    if (isNew) await this.database.tx(ctx, async (tx) => audit(tx, 'routine.created', { target: view.row.id }));
    return view;
  }

  /** Absent parts stay as they are, to the byte. @throws http.not_found, routines.stale, routines.unreadable */
  async update(ctx: Ctx, id: string, { file_path: to, ...definition }: UpdateRoutine): Promise<RoutineView> {
    const { address, problem } = (await this.find(ctx, id)).row;
    if (problem !== null) throw routineErrors.unreadable({ why: problem });
    if (to !== undefined && !isRoutine(parseAddress(to))) throw routineErrors.notARoutine({ suffix: SUFFIX });
    // Read now: its id may have been written into it just before.
    const file = await this.files.read(ctx, address);
    if (!file) throw errors.notFound();
    const text = withDefinition(file.text, definition);
    if (text !== file.text) await this.files.write(ctx, { address, text }, file.hash);
    const place = to ?? address;
    if (place !== address) await this.files.move(ctx, { from: address, to: place });
    await this.database.tx(ctx, async (tx) => audit(tx, 'routine.changed', { target: id }));
    return this.register(ctx, place);
  }

  /** Its file goes to the trash; the chats of its runs stay. @throws http.not_found */
  async remove(ctx: Ctx, id: string): Promise<void> {
    const { row } = await this.get(ctx, id);
    await this.files.moveToTrash(ctx, row.address);
    await this.database.tx(ctx, async (tx) => {
      await this.routines.remove(tx, [id]);
      audit(tx, 'routine.deleted', { target: id });
    });
  }

  private async find(ctx: Ctx, id: string): Promise<RoutineView> {
    const known = await this.database.read(ctx, (tx) => this.routines.byId(tx, id));
    if (!known) throw errors.notFound();
    for await (const address of this.placesOf(ctx, known)) {
      if (await this.files.read(ctx, address)) return this.register(ctx, address);
    }
    throw errors.notFound();
  }

  /** Where it was, and then where it is: all files are looked at only if it is there no more. */
  private async *placesOf(ctx: Ctx, { id, address }: RoutineRow): AsyncGenerator<string> {
    yield address;
    const moved = (await this.list(ctx)).find(({ row }) => row.id === id);
    if (moved) yield moved.row.address;
  }

  /** @throws http.not_found */
  private async register(ctx: Ctx, address: string): Promise<RoutineView> {
    const file = await this.files.read(ctx, address);
    if (!file) throw errors.notFound();
    const read = parsed(file);
    const near = await this.database.read(ctx, (tx) => this.routines.near(tx, { address, id: idIn(read.routine) }));
    // A copy has the id of a file that is still there.
    const other = near.find((row) => row.address !== address);
    const original = other && (await this.files.read(ctx, other.address));
    const [view] = await this.keep(ctx, [read, ...(original ? [parsed(original)] : [])], { isWhole: false });
    return view!;
  }

  /** Stores what the files say, and writes their ids into them. `isWhole`: they are all that there are. */
  private async keep(
    ctx: Ctx,
    files: readonly Parsed[],
    { isWhole }: { readonly isWhole: boolean },
  ): Promise<RoutineView[]> {
    const views = await this.database.tx(ctx, async (tx) => {
      await this.routines.lock(tx);
      const known = await this.routines.all(tx);
      const addresses = new Set(files.map(({ address }) => address));
      const ids = new Set(files.flatMap(({ routine }) => idIn(routine) ?? []));
      const concerned = known.filter(({ id, address }) => isWhole || ids.has(id) || addresses.has(address));
      const { routines, gone } = reconcile(files.map(foundIn), concerned, newId);
      if (isWhole) await this.routines.remove(tx, gone);
      const facts = routines.map((place, index) => ({ ...place, ...factsOf(files[index]!.routine) }));
      const before = new Map(known.map((row) => [row.id, row]));
      await this.routines.save(
        tx,
        facts.filter((fact) => !isSame(fact, before.get(fact.id))),
      );
      return facts.map((fact, index) => ({
        row: { updatedAt: new Date(), ...before.get(fact.id), ...fact },
        instruction: files[index]!.routine.instruction,
        schedule: files[index]!.routine.schedule,
        steps: files[index]!.routine.steps,
        stepsProblem: files[index]!.routine.stepsProblem,
      }));
    });
    await Promise.all(views.map(({ row }, index) => this.writeId(ctx, files[index]!, row.id)));
    return views;
  }

  private async writeId(ctx: Ctx, { address, text, hash, routine }: Parsed, id: string): Promise<void> {
    if (routine.id === id || routine.problem !== undefined) return;
    // Somebody is writing it: it is registered again with the next request.
    await this.files.write(ctx, { address, text: withId(text, id) }, hash).catch(() => undefined);
  }
}

const isSame = ({ address, description, inputs, problem }: RoutineFacts, row: RoutineRow | undefined): boolean =>
  row !== undefined &&
  isDeepStrictEqual(
    { address, description, inputs, problem },
    { address: row.address, description: row.description, inputs: row.inputs, problem: row.problem },
  );

const parsed = (file: RoutineText): Parsed => ({ ...file, routine: routineOf(file.text) });

const idIn = ({ id }: Routine): string | undefined => routineId.safeParse(id).data;

/** Begins with a letter, because YAML takes some other words for numbers. */
const newId = () => `r${randomBytes(6).toString('hex')}`;

const foundIn = ({ address, routine }: Parsed): FoundRoutine => ({ address, id: idIn(routine) });

const factsOf = ({ description, inputs, problem }: Routine) => ({
  description: description.slice(0, MAX_DESCRIPTION).toWellFormed(),
  inputs: inputs.slice(0, MAX_INPUTS),
  problem: problem?.slice(0, MAX_DESCRIPTION) ?? null,
});

function withDefinition(text: string, { description, inputs, instruction }: Definition): string {
  const described = description === undefined ? text : withDescription(text, description);
  const asking = inputs === undefined ? described : withInputs(described, inputs);
  return instruction === undefined ? asking : withInstruction(asking, instruction);
}
