/** One global guard for every entry point: HTTP, websocket and RPC requests carry the same internal token. */
import { createParamDecorator, type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IncomingMessage } from 'node:http';
import { errors } from '@zo/errors';
import type { Ctx } from './context.js';
import type { TokenVerifier } from './token.js';

const PUBLIC = 'zo:public';
type WithCtx = IncomingMessage & { ctx?: Ctx };

/** Marks a handler that signed-out visitors may call. All other handlers require a token. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The context set by the guard. `@CurrentCtx()` on a public handler is undefined for visitors. */
export const CurrentCtx = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => execution.switchToHttp().getRequest<WithCtx>().ctx,
);

export class InternalTokenGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(private readonly verifier: TokenVerifier) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    // Events come from our own log, which only services can write; consumers build their context from the event.
    if (execution.getType() === 'rpc') return true;
    // Events come from our own log, which only services can write; consumers build their context from the event.
    if (execution.getType() === 'ws' && execution.switchToWs().getClient<{ ctx?: Ctx }>().ctx) return true;
    if (execution.getType() !== 'http') throw errors.signedOut();
    const request = execution.switchToHttp().getRequest<WithCtx>();
    const open =
      this.reflector.getAllAndOverride<boolean>(PUBLIC, [execution.getHandler(), execution.getClass()]) ?? false;
    if (open && !request.headers.authorization) return true;
    request.ctx = await authenticate(this.verifier, request);
    return true;
  }
}

/** The same check for requests outside a Nest handler (websocket upgrade, RPC). */
export function authenticate(verifier: TokenVerifier, request: IncomingMessage): Promise<Ctx> {
  const requestId = request.headers['x-request-id'];
  return verifier.verify(request.headers.authorization, typeof requestId === 'string' ? requestId : undefined);
}
