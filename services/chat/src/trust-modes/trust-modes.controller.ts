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

const skillNames = z.array(z.string().min(1).max(64)).max(MAX_TOOLS);

/** `zofile_id` null: for answers without a persona, and personas without a mode of their own. */
const chosenMode = z
  .strictObject({
    zofile_id: z.uuid().nullable(),
    mode: trustMode,
    denied_tools: toolNames,
    /** Whether it knows what the assistant remembers. */
    memory: z.boolean(),
    denied_skills: skillNames,
  })
  .meta({ id: 'ChosenMode' });
/** What is left out stays as it is. */
const modeInput = chosenMode
  .extend({
    denied_tools: toolNames.optional(),
    memory: z.boolean().optional(),
    denied_skills: skillNames.optional(),
  })
  .meta({ id: 'ModeInput' });
const trustModes = z.strictObject({ modes: z.array(chosenMode) }).meta({ id: 'TrustModes' });

@Controller('trust-modes')
export class TrustModesController {
  constructor(private readonly modes: TrustModesService) {}

  @Get()
  @Responds(trustModes)
  async list(@CurrentCtx() ctx: Ctx) {
    const rows = await this.modes.list(ctx);
    return {
      modes: rows.map(({ zofileId, mode, deniedTools, memory, deniedSkills }) => ({
        zofile_id: zofileId === EVERY_PERSONA ? null : zofileId,
        mode,
        denied_tools: [...deniedTools],
        memory,
        denied_skills: [...deniedSkills],
      })),
    };
  }

  @Put()
  @RespondsNothing()
  set(@CurrentCtx() ctx: Ctx, @Input(modeInput) { zofile_id, mode, memory, ...denied }: z.infer<typeof modeInput>) {
    return this.modes.set(ctx, zofile_id, {
      mode,
      ...(memory !== undefined && { memory }),
      ...(denied.denied_tools && { deniedTools: denied.denied_tools }),
      ...(denied.denied_skills && { deniedSkills: denied.denied_skills }),
    });
  }
}
