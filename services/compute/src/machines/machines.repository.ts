import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database, findRows, repositoryOf, valuesOf } from '@zo/db';
import { Machine } from './machine.entity.js';
import type { MachineChange } from './machines.dto.js';

/** What a machine says of itself each time it links. */
export type MachineSaid = Pick<Machine, 'folder' | 'shell' | 'readOnly'>;

@Injectable()
export class MachinesRepository {
  constructor(private readonly database: Database) {}

  all(ctx: Ctx): Promise<Machine[]> {
    return this.database.readAtOnce(ctx, (inner) =>
      findRows(inner, Machine, { where: { userId: ctx.userId }, order: ['createdAt', 'id'] }),
    );
  }

  byId(ctx: Ctx, id: string): Promise<Machine | null> {
    return this.database.read(ctx, (inner) => repositoryOf(inner, Machine).findOneBy({ id, userId: ctx.userId }));
  }

  async add(ctx: Ctx, machine: Omit<Machine, 'createdAt' | 'tools'>): Promise<void> {
    await this.database.tx(ctx, async (inner) => {
      await repositoryOf(inner, Machine).insert(valuesOf<Machine>(machine));
      audit(inner, 'machine.paired', { target: machine.id, platform: machine.platform, shell: machine.shell });
    });
  }

  /** False if there is no such machine. */
  async change(ctx: Ctx, id: string, { name, tools }: MachineChange): Promise<boolean> {
    return this.database.tx(ctx, async (inner) => {
      const changed = { ...(name !== undefined && { name }), ...(tools !== undefined && { tools }) };
      const { affected } = await repositoryOf(inner, Machine).update({ id, userId: ctx.userId }, changed);
      if (affected && name !== undefined) audit(inner, 'machine.renamed', { target: id });
      if (affected && tools !== undefined) audit(inner, 'machine.tools_set', { target: id, tools });
      return affected === 1;
    });
  }

  /** What the machine says of itself each time it links. False if there is no such machine. */
  async seen(ctx: Ctx, id: string, said: MachineSaid): Promise<boolean> {
    const { affected } = await this.database.tx(ctx, (inner) =>
      repositoryOf(inner, Machine).update({ id, userId: ctx.userId }, { ...said, seenAt: new Date() }),
    );
    return affected === 1;
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return this.database.tx(ctx, async (inner) => {
      const { affected } = await repositoryOf(inner, Machine).delete({ id, userId: ctx.userId });
      if (affected) audit(inner, 'machine.removed', { target: id });
      return affected === 1;
    });
  }
}
