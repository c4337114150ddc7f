import { Controller, Get } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, InputQuery } from '@zo/http';
import { auditResponse, type AuditQuery, auditQuery } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@Controller('audit')
export class AuditController {
  constructor(private readonly log: AuditService) {}

  @Get()
  @Responds(auditResponse)
  list(@CurrentCtx() ctx: Ctx, @InputQuery(auditQuery) query: AuditQuery) {
    return this.log.list(ctx, query);
  }
}
