import { Controller, Get } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds } from '@zo/http';
import { statsResponse } from './stats.presenter.js';
import { SystemService } from './system.service.js';

@Controller('system')
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @Get('stats')
  @Responds(statsResponse)
  stats(@CurrentCtx() ctx: Ctx) {
    return this.system.stats(ctx);
  }
}
