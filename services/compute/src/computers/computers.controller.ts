import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { ComputersService } from './computers.service.js';

@Controller('computer')
export class ComputersController {
  constructor(private readonly computers: ComputersService) {}

  @Get()
  view(@CurrentCtx() ctx: Ctx) {
    return this.computers.view(ctx);
  }

  @Post('wake')
  @HttpCode(200)
  async wake(@CurrentCtx() ctx: Ctx) {
    await this.computers.wake(ctx);
    return this.computers.view(ctx);
  }
}
