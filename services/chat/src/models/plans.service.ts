/** The port to what people pay for: which plan a person is on. */
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner } from '@zo/auth';
import { Database } from '@zo/db';
import { CHAT_CONFIG, type ChatConfig } from '../config.js';
import { type Plan, PlanRow } from './plan.entity.js';
import { PlansRepository } from './plans.repository.js';

@Injectable()
export class Plans {
  constructor(
    private readonly database: Database,
    private readonly rows: PlansRepository,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /** The owner runs the server and is on no plan of theirs. */
  of(ctx: Ctx): Promise<Plan> {
    if (ctx.owner) return Promise.resolve('paid');
    return this.database.read(ctx, async (tx) => (await this.rows.find(tx))?.plan ?? this.config.ZO_DEFAULT_PLAN);
  }

  /** The plan of people for whom none was chosen, and those for whom one was. */
  async list(ctx: Ctx): Promise<{ standard: Plan; chosen: PlanRow[] }> {
    requireOwner(ctx);
    const chosen = await this.database.acrossTenants((tx) => this.rows.all(tx));
    return { standard: this.config.ZO_DEFAULT_PLAN, chosen };
  }

  /** Counts for the next step of every answer. */
  async choose(ctx: Ctx, personId: string, plan: Plan): Promise<void> {
    requireOwner(ctx);
    await this.database.acrossTenants((tx) => this.rows.save(tx, { userId: personId, plan }));
    await this.database.tx(ctx, async (tx) => audit(tx, 'plan.chosen', { target: personId, plan }));
  }
}
