/** Calls between services: one typed contract, in process or over gRPC, with the same token in both cases. */
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextKey,
  type Interceptor,
  type Transport,
} from '@connectrpc/connect';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx, TokenIssuer, TokenVerifier } from '@zo/auth';
import { errors, isDatabaseUnavailable, isServiceError } from '@zo/errors';
import { traced, traceparent } from '@zo/tracing';
import { grpcTransport } from './connection.js';
import { isConnectionError } from './connection-error.js';
import { localTransport } from './local.js';

export {
  type ResponseLimits,
  invalidResponse,
  isInvalidResponse,
  isUnresponsive,
  unresponsiveError,
} from './response-limits.js';
export { boundedConnection, type GrpcConnection, grpcTransport } from './connection.js';
export { isConnectionError } from './connection-error.js';
export { socketOf } from './sessions.js';
export { Semaphore } from './semaphore.js';

export type RpcRoutes = (router: ConnectRouter) => void;

/** The context of a call, set by the token interceptor: `context.values.get(rpcCtx)`. */
export const rpcCtx = createContextKey<Ctx | undefined>(undefined, { description: 'context of the caller' });

/** Services hosted by this process, by name: calls to them stay in memory. */
const local = new Map<string, Transport>();

export function hostLocally(service: string, routes: RpcRoutes, verifier: TokenVerifier): void {
  local.set(service, localTransport(routes, [verifyToken(verifier), toRpcErrors]));
}

export function unhostLocally(service: string): void {
  local.delete(service);
}

const TRIES = 4;
const PAUSE_MS = 100;

/**
 * Retries a call whose connection broke, on another process. Always safe, because calls between services are reads or
 * idempotent.
 */
const retryLostConnections: Interceptor = (next) => async (request) => {
  for (let tried = 1; ; tried++) {
    try {
      return await next(request);
    } catch (error) {
      if (tried === TRIES || request.stream || request.signal.aborted || !isConnectionError(error)) throw error;
      await delay(PAUSE_MS * tried);
    }
  }
};

/**
 * Returns the transport to a service: in memory if this process hosts it, otherwise gRPC to its address. Chosen at each
 * call.
 */
export function serviceTransport(service: string, address: string | undefined): Transport {
  let remote: Transport | undefined;
  const pick = (): Transport => {
    const near = local.get(service);
    if (near) return near;
    if (!address) throw new ConnectError(`${service} is not running`, Code.Unavailable);
    return (remote ??= grpcTransport(address, [traceCalls, retryLostConnections]));
  };
  return {
    unary: (...args) => pick().unary(...args),
    stream: (...args) => pick().stream(...args),
  };
}

/** Call options that carry the token of the calling user. */
export async function asCaller(
  issuer: TokenIssuer,
  audience: string,
  ctx: Ctx,
): Promise<{ headers: Record<string, string> }> {
  const token = await issuer.mint(audience, ctx);
  return { headers: { authorization: `Bearer ${token}`, 'x-request-id': ctx.requestId } };
}

/** Server side: verifies the same internal token as HTTP does. */
export function verifyToken(verifier: TokenVerifier): Interceptor {
  return (next) => async (request) => {
    try {
      const ctx = await verifier.verify(
        request.header.get('authorization') ?? undefined,
        request.header.get('x-request-id') ?? undefined,
      );
      request.contextValues.set(rpcCtx, ctx);
    } catch {
      throw new ConnectError('an internal token for this service is needed', Code.Unauthenticated);
    }
    return traced(callOf(request), { kind: 'server', parent: request.header.get('traceparent') ?? undefined }, () =>
      next(request),
    );
  };
}

const callOf = ({ service, method }: Parameters<ReturnType<Interceptor>>[0]) => `${service.typeName}/${method.name}`;

/**
 * Client side: makes a call part of the current trace and passes the trace on. For a stream, the span covers only its
 * opening.
 */
export const traceCalls: Interceptor = (next) => async (request) =>
  traced(callOf(request), { kind: 'client' }, () => {
    const parent = traceparent();
    if (parent) request.header.set('traceparent', parent);
    return next(request);
  });

const STATUS_CODES: Record<number, Code> = {
  400: Code.InvalidArgument,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  409: Code.FailedPrecondition,
  429: Code.ResourceExhausted,
  503: Code.Unavailable,
};

/** Server side: maps service errors to gRPC codes, so that they keep their meaning. */
export const toRpcErrors: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    const known = isDatabaseUnavailable(error) ? errors.unavailable({ what: 'The database' }) : error;
    if (isServiceError(known)) throw new ConnectError(known.detail, STATUS_CODES[known.status] ?? Code.Internal);
    throw error;
  }
};
