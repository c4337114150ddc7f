import { Code, ConnectError, type ContextValues } from '@connectrpc/connect';
import type { Ctx } from '@zo/auth';
import { rpcCtx } from '@zo/rpc';

/** The user for whom a service calls. @throws ConnectError Unauthenticated */
export function callerOf(values: ContextValues): Ctx {
  const ctx = values.get(rpcCtx);
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  return ctx;
}
