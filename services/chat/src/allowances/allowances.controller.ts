import { Controller, Get, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { EVERY } from './allowance.entity.js';
import type { Limits, UsedAllowance } from './allowances.repository.js';
import { AllowancesService } from './allowances.service.js';
import { NANO_PER_CENT } from './price.js';

const limits = {
  day_cents: z.int().min(0).max(100_000_000).nullable(),
  month_cents: z.int().min(0).max(100_000_000).nullable(),
  day_tokens: z.int().min(0).max(1_000_000_000_000).nullable(),
  month_tokens: z.int().min(0).max(1_000_000_000_000).nullable(),
};
/** `person_id` null: everyone without a limit of their own. */
const personInput = z.strictObject({ person_id: z.uuid().nullable(), ...limits }).meta({ id: 'PersonAllowance' });
const personaInput = z.strictObject({ zofile_id: z.uuid(), ...limits }).meta({ id: 'PersonaAllowance' });

const used = z.number().min(0);
const allowance = z
  .strictObject({
    /** Null: everyone without a limit of their own. */
    person_id: z.uuid().nullable(),
    zofile_id: z.uuid().nullable(),
    /** Whether the user set it, and can raise it. */
    is_own: z.boolean(),
    ...limits,
    /** With what is reserved by answers that are being written. */
    used: z.strictObject({ day_cents: used, month_cents: used, day_tokens: used, month_tokens: used }),
  })
  .meta({ id: 'Allowance' });
const allowances = z.strictObject({ allowances: z.array(allowance) });

@Controller('allowances')
export class AllowancesController {
  constructor(private readonly allowances: AllowancesService) {}

  @Get()
  @Responds(allowances)
  async list(@CurrentCtx() ctx: Ctx) {
    return { allowances: (await this.allowances.binding(ctx)).map((row) => present(ctx, row)) };
  }

  @Get('people')
  @Responds(allowances)
  async people(@CurrentCtx() ctx: Ctx) {
    return { allowances: (await this.allowances.ofPeople(ctx)).map((row) => present(ctx, row)) };
  }

  @Put('people')
  @RespondsNothing()
  setForPerson(@CurrentCtx() ctx: Ctx, @Input(personInput) input: z.infer<typeof personInput>) {
    return this.allowances.setForPerson(ctx, input.person_id, limitsOf(input));
  }

  @Put('personas')
  @RespondsNothing()
  setForPersona(@CurrentCtx() ctx: Ctx, @Input(personaInput) input: z.infer<typeof personaInput>) {
    return this.allowances.setForPersona(ctx, input.zofile_id, limitsOf(input));
  }
}

const limitsOf = (input: Omit<z.infer<typeof personaInput>, 'zofile_id'>): Limits => ({
  dayCents: input.day_cents,
  monthCents: input.month_cents,
  dayTokens: input.day_tokens,
  monthTokens: input.month_tokens,
});

const idOf = (id: string) => (id === EVERY ? null : id);
/** A part of a cent counts as one. */
const centsOf = (nano: number) => Math.ceil(nano / NANO_PER_CENT);

const present = ({ userId }: Ctx, row: UsedAllowance): z.infer<typeof allowance> => ({
  person_id: idOf(row.personId),
  zofile_id: idOf(row.zofileId),
  is_own: row.userId === userId,
  day_cents: row.dayCents,
  month_cents: row.monthCents,
  day_tokens: row.dayTokens,
  month_tokens: row.monthTokens,
  used: {
    day_cents: centsOf(row.used.dayNano),
    month_cents: centsOf(row.used.monthNano),
    day_tokens: row.used.dayTokens,
    month_tokens: row.used.monthTokens,
  },
});
