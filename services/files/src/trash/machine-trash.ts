/**
 * The trash of a machine: that of its user's own desktop, which also empties it. Its agent knows where entries were.
 */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { type Computer, Computers, fromAgentPath, isAgentError, pathOnItsAgent } from '@zo/computer-client';
import { isServiceError } from '@zo/errors';
import { addressOf, type Location, type MachineRoot } from '@zo/proto/location';
import { fileError, fileErrors } from '../errors.js';
import { displayPath } from '../paths.js';
import { Facts } from '../tree/facts.js';
import type { RestoreResult } from '../tree/tree.dto.js';

@Injectable()
export class MachineTrash {
  constructor(
    private readonly computers: Computers,
    private readonly facts: Facts,
  ) {}

  /** @returns what brings it back @throws files.host_refuses where its disk has no trash, files.machine_too_old */
  async add(ctx: Ctx, item: Location<MachineRoot>): Promise<string> {
    const path = pathOnItsAgent(item);
    const { trashId } = await this.on(ctx, item, (machine) => machine.files.trashEntry({ path }));
    await this.facts.store(ctx, (tx) => audit(tx, 'file.trashed', { target: addressOf(item) }));
    return trashId;
  }

  /** @throws files.left_trash when it has left the trash in another way */
  async restore(ctx: Ctx, root: MachineRoot, trashId: string): Promise<Omit<RestoreResult, 'name'>> {
    const back = await this.on(ctx, { root, path: [] }, (machine) =>
      machine.files.restoreTrashed({ trashId }).catch((error: unknown) => {
        throw isAgentError(error, 'notFound') ? fileErrors.leftTrash({}, { cause: error }) : error;
      }),
    );
    const [to, origin] = [back.to, back.origin].map((path) => ({ root, path: fromAgentPath(path).path }));
    return { to: to!, origin: origin!, ...(back.folderMade && { folderMade: true }) };
  }

  private on<T>(ctx: Ctx, item: Location<MachineRoot>, work: (machine: Computer) => Promise<T>): Promise<T> {
    return this.computers.use(ctx, work, item.root).catch((error: unknown) => {
      // An agent without a trash answers like a server of another kind.
      if (isServiceError(error, 'computer.bad_answer')) throw fileErrors.machineTooOld({}, { cause: error });
      throw fileError(error, displayPath(item));
    });
  }
}
