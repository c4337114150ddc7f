import { Controller, Get, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { trustMode } from './trust-mode.js';
import { EVERY_PERSONA } from './trust-mode.entity.js';
import { TrustModesService } from './trust-modes.service.js';

const MAX_TOOLS = 200;
/** Also of tools that are not connected now. */
const toolNames = z.array(z.string().regex(/^[a-z0-9_]{1,64}$/, 'is no name of a tool')).max(MAX_TOOLS);

/** `zofile_id` null: for answers without a persona, and personas without a mode of their own. */
const chosenMode = z
  .strictObject({ zofile_id: z.uuid().nullable(), mode: trustMode, denied_tools: toolNames })
  .meta({ id: 'ChosenMode' });
/** Without `denied_tools` these stay as they are. */
const modeInput = chosenMode.extend({ denied_tools: toolNames.optional() }).meta({ id: 'ModeInput' });
const trustModes = z.strictObject({ modes: z.array(chosenMode) }).meta({ id: 'TrustModes' });

@Controller('trust-modes')
export class TrustModesController {
  constructor(private readonly modes: TrustModesService) {}

  @Get()
  @Responds(trustModes)
  async list(@CurrentCtx() ctx: Ctx) {
    const rows = await this.modes.list(ctx);
    return {
      modes: rows.map(({ zofileId, mode, deniedTools }) => ({
        zofile_id: zofileId === EVERY_PERSONA ? null : zofileId,
        mode,
        denied_tools: [...deniedTools],
      })),
    };
  }

  @Put()
  @RespondsNothing()
  set(@CurrentCtx() ctx: Ctx, @Input(modeInput) { zofile_id, mode, denied_tools }: z.infer<typeof modeInput>) {
    return this.modes.set(ctx, zofile_id, { mode, deniedTools: denied_tools });
  }
}
