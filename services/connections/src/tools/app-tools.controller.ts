import { Controller, Param, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { slug } from '../clients/app-clients.dto.js';
import { ToolsService } from './tools.service.js';

/** What is left out stays as it is. */
const switchTools = z.strictObject({ reading: z.boolean().optional(), writing: z.boolean().optional() });

@Controller('connections')
export class AppToolsController {
  constructor(private readonly tools: ToolsService) {}

  @Put('apps/:slug/tools')
  @RespondsNothing()
  switch(
    @CurrentCtx() ctx: Ctx,
    @Param('slug', { schema: slug }) app: string,
    @Input(switchTools) { reading, writing }: z.infer<typeof switchTools>,
  ): Promise<void> {
    return this.tools.switch(ctx, app, { reads: reading, writes: writing });
  }
}
