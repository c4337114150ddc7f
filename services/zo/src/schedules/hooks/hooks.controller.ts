import { Controller, Param, Post, Req } from '@nestjs/common';
import { type Ctx, CurrentCtx, Public } from '@zo/auth';
import { errors } from '@zo/errors';
import { Id, Responds } from '@zo/http';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { STATES } from '../history/occurrence.entity.js';
import { SchedulesService } from '../schedules.service.js';
import { HooksService } from './hooks.service.js';

const hookId = z.string().regex(/^[\da-f]{32}$/, 'that is no hook');
const callHeaders = z.object({
  'zo-signature': z.string().max(200, 'that is no signature').optional(),
  'idempotency-key': z
    .string()
    .regex(/^[\u0021-\u007e]{1,200}$/, 'an idempotency key has at most 200 characters, without spaces')
    .optional(),
});

/** `state`: what became of the call. */
const taken = z.strictObject({ due_at: z.iso.datetime(), state: z.enum(STATES) }).meta({ id: 'HookCall' });
/** `secret` is shown this once. */
const hook = z.strictObject({ url: z.url(), secret: z.string() }).meta({ id: 'Hook' });

/** Called by other programs, which sign what they send. */
@Controller('hooks/z')
export class HooksController {
  constructor(private readonly hooks: HooksService) {}

  @Public()
  @Post(':hook')
  @Responds(taken, 202)
  async call(@Param('hook', { schema: hookId }) id: string, @Req() request: IncomingMessage & { body?: unknown }) {
    const { data: headers, error } = callHeaders.safeParse(request.headers);
    if (!headers) throw errors.invalid({ reason: error.issues[0]!.message });
    const { 'zo-signature': header, 'idempotency-key': idempotencyKey } = headers;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { dueAt, state } = await this.hooks.call({ hookId: id, header, idempotencyKey, body });
    return { due_at: dueAt.toISOString(), state };
  }
}

@Controller('schedules/:id/hook')
export class ScheduleHookController {
  constructor(private readonly schedules: SchedulesService) {}

  /** Another secret: calls that are signed with the one before are refused from now on. */
  @Post()
  @Responds(hook, 201)
  renew(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.schedules.renewHook(ctx, id);
  }
}
