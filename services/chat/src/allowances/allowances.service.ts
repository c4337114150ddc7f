import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner } from '@zo/auth';
import { Database } from '@zo/db';
import { chatErrors } from '../errors.js';
import { EVERY } from './allowance.entity.js';
import { AllowancesRepository, type Limits, type UsedAllowance } from './allowances.repository.js';

const MAX_ALLOWANCES = 2_000;

/** What people may spend at the owner's cost, and what the personas of each user may spend. */
@Injectable()
export class AllowancesService {
  constructor(
    private readonly database: Database,
    private readonly rows: AllowancesRepository,
  ) {}

  /** Those that bind the user. */
  binding({ userId }: Ctx): Promise<UsedAllowance[]> {
    return this.database.acrossTenants((tx) => this.rows.binding(tx, userId));
  }

  /** Those that the owner has given, and what others have spent at the owner's cost. */
  ofPeople(ctx: Ctx): Promise<UsedAllowance[]> {
    requireOwner(ctx);
    return this.database.acrossTenants((tx) => this.rows.ofPayer(tx, ctx.userId));
  }

  /** `personId` null: everyone without an allowance of their own. */
  setForPerson(ctx: Ctx, personId: string | null, limits: Limits): Promise<void> {
    requireOwner(ctx);
    return this.set(ctx, { personId: personId ?? EVERY, zofileId: EVERY }, limits);
  }

  setForPersona(ctx: Ctx, zofileId: string, limits: Limits): Promise<void> {
    return this.set(ctx, { personId: ctx.userId, zofileId }, limits);
  }

  /** Counts for the next step of every answer. @throws chat.too_many_allowances */
  private async set(ctx: Ctx, of: { personId: string; zofileId: string }, limits: Limits): Promise<void> {
    const key = { userId: ctx.userId, ...of };
    await this.database.tx(ctx, async (inner) => {
      const isEmpty = Object.values(limits).every((limit) => limit === null);
      if (isEmpty) await this.rows.remove(inner.tx, key);
      else await this.rows.save(inner.tx, { ...key, ...limits });
      if ((await this.rows.count(inner.tx, ctx.userId)) > MAX_ALLOWANCES) throw chatErrors.tooManyAllowances();
      const target = of.zofileId === EVERY ? of.personId : of.zofileId;
      audit(inner, 'allowance.changed', { target, month_cents: limits.monthCents ?? 'none' });
    });
  }
}
