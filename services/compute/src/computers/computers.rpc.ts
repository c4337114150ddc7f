import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import type { WakeRequest } from '@zo/proto/compute/v1';
import { rpcCtx } from '@zo/rpc';
import type { ComputersService } from './computers.service.js';

/**
 * ComputeService.Wake: the address and token of the caller's computer. @throws FailedPrecondition when it may not be
 * woken and sleeps
 */
export async function wake(computers: ComputersService, { onlyIfAwake }: WakeRequest, { values }: HandlerContext) {
  const ctx = values.get(rpcCtx);
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  const computer = onlyIfAwake ? await computers.peek(ctx) : await computers.wake(ctx);
  if (!computer) throw new ConnectError('the computer is asleep', Code.FailedPrecondition);
  const { id: computerId, address, instance, secret } = computer.running;
  return { computerId, address, instance, token: secret };
}
