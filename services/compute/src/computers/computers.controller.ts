import { Controller, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds } from '@zo/http';
import { computerView } from './computer.presenter.js';
import { ComputersService } from './computers.service.js';

@Controller('computer')
export class ComputersController {
  constructor(private readonly computers: ComputersService) {}

  @Get()
  @Responds(computerView)
  view(@CurrentCtx() ctx: Ctx) {
    return this.computers.view(ctx);
  }

  @Post('wake')
  @Responds(computerView)
  async wake(@CurrentCtx() ctx: Ctx) {
    await this.computers.wake(ctx);
    return this.computers.view(ctx);
  }
}
