import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import { type RowsRequest, rowsRequest, rowsResponse } from './tables.dto.js';
import { TablesService } from './tables.service.js';

@Controller('files')
export class TablesController {
  constructor(private readonly tables: TablesService) {}

  @Post('rows')
  @Responds(rowsResponse)
  rows(@CurrentCtx() ctx: Ctx, @Input(rowsRequest) request: RowsRequest) {
    return this.tables.rows(ctx, request);
  }
}
