import { Controller, Get, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { plan } from './plan.entity.js';
import { Plans } from './plans.service.js';

const chosenPlan = z.strictObject({ person_id: z.uuid(), plan }).meta({ id: 'ChosenPlan' });
const plansResponse = z.strictObject({ standard: plan, chosen: z.array(chosenPlan) });

@Controller('plans')
export class PlansController {
  constructor(private readonly plans: Plans) {}

  @Get()
  @Responds(plansResponse)
  async list(@CurrentCtx() ctx: Ctx) {
    const { standard, chosen } = await this.plans.list(ctx);
    return { standard, chosen: chosen.map((row) => ({ person_id: row.userId, plan: row.plan })) };
  }

  @Put()
  @RespondsNothing()
  choose(@CurrentCtx() ctx: Ctx, @Input(chosenPlan) { person_id, plan: to }: z.infer<typeof chosenPlan>) {
    return this.plans.choose(ctx, person_id, to);
  }
}
