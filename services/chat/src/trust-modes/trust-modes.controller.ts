import { Controller, Get, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { trustMode } from './trust-mode.js';
import { EVERY_PERSONA } from './trust-mode.entity.js';
import { TrustModesService } from './trust-modes.service.js';

const MAX_TOOLS = 200;
/** Also of tools that are not connected now. */
const toolName = z.string().regex(/^[a-z0-9_]{1,64}$/, 'is no name of a tool');
const toolNames = z.array(toolName).max(MAX_TOOLS);

const skillName = z.string().min(1).max(64);
const skillNames = z.array(skillName).max(MAX_TOOLS);

/** Names → whether they are on. Others stay as they are. */
const switches = (name: typeof toolName) =>
  z
    .record(name, z.boolean())
    .refine((names) => Object.keys(names).length <= MAX_TOOLS, `has at most ${MAX_TOOLS} names`)
    .optional();

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
/** What is left out stays as it is. `denied_…` replaces the whole list, `tools` and `skills` change what they name. */
const modeInput = chosenMode
  .partial({ mode: true, denied_tools: true, memory: true, denied_skills: true })
  .extend({ tools: switches(toolName), skills: switches(skillName) })
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
  set(@CurrentCtx() ctx: Ctx, @Input(modeInput) { zofile_id, ...changed }: z.infer<typeof modeInput>) {
    const { mode, memory, denied_tools: deniedTools, denied_skills: deniedSkills, tools, skills } = changed;
    return this.modes.set(ctx, zofile_id, { mode, memory, deniedTools, deniedSkills, tools, skills });
  }
}
