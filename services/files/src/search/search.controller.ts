import { Controller, Get } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, InputQuery } from '@zo/http';
import { searchResponse, type SearchQuery, searchQuery } from './search.dto.js';
import { type FindQuery, findQuery, findResponse } from './find.dto.js';
import { SearchService } from './search.service.js';

@Controller('files/search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  @Responds(searchResponse)
  find(@CurrentCtx() ctx: Ctx, @InputQuery(searchQuery) query: SearchQuery) {
    return this.search.search(ctx, query);
  }

  @Get('everything')
  @Responds(findResponse)
  everything(@CurrentCtx() ctx: Ctx, @InputQuery(findQuery) query: FindQuery) {
    return this.search.find(ctx, query);
  }
}
