import { Controller, Get, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { trustMode } from './trust-mode.js';
import { EVERY_PERSONA } from './trust-mode.entity.js';
import { TrustModesService } from './trust-modes.service.js';

/** `zofile_id` null: for answers without a persona, and personas without a mode of their own. */
const chosenMode = z.strictObject({ zofile_id: z.uuid().nullable(), mode: trustMode }).meta({ id: 'ChosenMode' });
const trustModes = z.strictObject({ modes: z.array(chosenMode) }).meta({ id: 'TrustModes' });

@Controller('trust-modes')
export class TrustModesController {
  constructor(private readonly modes: TrustModesService) {}

  @Get()
  @Responds(trustModes)
  async list(@CurrentCtx() ctx: Ctx) {
    const rows = await this.modes.list(ctx);
    return {
      modes: rows.map(({ zofileId, mode }) => ({ zofile_id: zofileId === EVERY_PERSONA ? null : zofileId, mode })),
    };
  }

  @Put()
  @RespondsNothing()
  set(@CurrentCtx() ctx: Ctx, @Input(chosenMode) { zofile_id, mode }: z.infer<typeof chosenMode>) {
    return this.modes.set(ctx, zofile_id, mode);
  }
}
