import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import {
  type ConnectSearch,
  connectSearchInput,
  presentSearch,
  searchConnection,
  searchResponse,
  searchTest,
} from './search.dto.js';
import { WebSearchService } from './web-search.service.js';

@Controller('web-search')
export class WebSearchController {
  constructor(private readonly searches: WebSearchService) {}

  @Get()
  @Responds(searchResponse)
  async find(@CurrentCtx() ctx: Ctx) {
    const row = await this.searches.find(ctx);
    return { connection: row && presentSearch(row) };
  }

  @Put()
  @Responds(searchConnection)
  async connect(@CurrentCtx() ctx: Ctx, @Input(connectSearchInput) input: ConnectSearch) {
    return presentSearch(await this.searches.connect(ctx, input));
  }

  @Post('test')
  @Responds(searchTest)
  test(@CurrentCtx() ctx: Ctx, @Input(connectSearchInput) input: ConnectSearch) {
    return this.searches.test(ctx, input);
  }

  @Delete()
  @RespondsNothing()
  disconnect(@CurrentCtx() ctx: Ctx) {
    return this.searches.disconnect(ctx);
  }
}
