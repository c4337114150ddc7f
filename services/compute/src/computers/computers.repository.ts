import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database, repositoryOf } from '@zo/db';
import { In, IsNull, Not } from 'typeorm';
import type { AdministratorChange } from '../driver/computer.driver.js';
import { ComputerRow } from './computer.entity.js';

@Injectable()
export class ComputersRepository {
  constructor(private readonly database: Database) {}

  /** The computer of the context's user. */
  mine(ctx: Ctx): Promise<ComputerRow | null> {
    return this.database.read(ctx, (inner) => repositoryOf(inner, ComputerRow).findOneBy({ userId: ctx.userId }));
  }

  /** Creates the row of a user's computer, or returns the existing one. */
  create(ctx: Ctx, made: { handle: string; owner: boolean }): Promise<ComputerRow> {
    return this.database.tx(ctx, async (inner) => {
      const rows = repositoryOf(inner, ComputerRow);
      await rows
        .createQueryBuilder()
        .insert()
        .values({ id: crypto.randomUUID(), userId: ctx.userId, ...made })
        .orIgnore()
        .execute();
      return rows.findOneByOrFail({ userId: ctx.userId });
    });
  }

  /** Counts a start once, however many processes waited for it. */
  async started(ctx: Ctx, at: Date): Promise<void> {
    const counted = [
      { userId: ctx.userId, startedAt: IsNull() },
      { userId: ctx.userId, startedAt: Not(at) },
    ];
    await this.database.tx(ctx, async (inner) => {
      const { affected } = await repositoryOf(inner, ComputerRow)
        .createQueryBuilder()
        .update()
        .set({ startedAt: at, failure: null, wakes: () => 'wakes + 1' })
        .where(counted)
        .execute();
      if (affected) audit(inner, 'computer.woken', { target: ctx.userId });
    });
  }

  async failed(ctx: Ctx, failure: string): Promise<void> {
    await this.database.tx(ctx, (inner) =>
      repositoryOf(inner, ComputerRow).update({ userId: ctx.userId }, { failure }),
    );
  }

  async stopped(ctx: Ctx): Promise<void> {
    await this.database.tx(ctx, async (inner) => {
      await repositoryOf(inner, ComputerRow).update({ userId: ctx.userId }, { stoppedAt: new Date() });
      audit(inner, 'computer.suspended', { target: ctx.userId });
    });
  }

  /**
   * Audits an administrator's change, once per change. @throws EntityNotFoundError when the user has no computer, so
   * that the change is not lost
   */
  async recordAdministratorChange(ctx: Ctx, { change, by, why, hold, mode }: AdministratorChange): Promise<void> {
    await this.database.tx(ctx, async (inner) => {
      const rows = repositoryOf(inner, ComputerRow);
      const { affected } = await rows
        .createQueryBuilder()
        .update()
        .set({ lastChange: change })
        .where('user_id = :userId and last_change is distinct from :change', { userId: ctx.userId, change })
        .execute();
      if (affected) audit(inner, 'computer.steered', { target: ctx.userId, by, why, hold, mode });
      else await rows.findOneByOrFail({ userId: ctx.userId });
    });
  }

  /** Rows of running computers, across all users. */
  byIds(ids: readonly string[]): Promise<ComputerRow[]> {
    return this.database.acrossTenants((tx) => tx.findBy(ComputerRow, { id: In([...ids]) }));
  }
}
