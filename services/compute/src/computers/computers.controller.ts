import { Controller, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Answers } from '@zo/http';
import { computerView } from './computer.presenter.js';
import { ComputersService } from './computers.service.js';

@Controller('computer')
export class ComputersController {
  constructor(private readonly computers: ComputersService) {}

  @Get()
  @Answers(computerView)
  view(@CurrentCtx() ctx: Ctx) {
    return this.computers.view(ctx);
  }

  @Post('wake')
  @Answers(computerView)
  async wake(@CurrentCtx() ctx: Ctx) {
    await this.computers.wake(ctx);
    return this.computers.view(ctx);
  }
}
