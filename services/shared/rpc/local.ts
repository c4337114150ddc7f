/** Calls to a service of this process: its methods are called as they are, and no message is encoded for them. */
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextValues,
  type HandlerContext,
  type Interceptor,
  type Transport,
  type UnaryRequest,
} from '@connectrpc/connect';
import { runUnaryCall } from '@connectrpc/connect/protocol';
import { create, type DescMethod } from '@bufbuild/protobuf';

type Method = (message: unknown, context: HandlerContext) => unknown;

/** @param interceptors those of the service */
export function localTransport(routes: (router: ConnectRouter) => void, interceptors: Interceptor[]): Transport {
  const methods = methodsOf(routes);
  return {
    // oxlint-disable-next-line max-params -- Connect passes them so.
    async unary(method, signal, timeoutMs, header, input, contextValues = createContextValues()) {
      const call = methods.get(method);
      if (!call) throw notThere(method);
      const about = { stream: false as const, service: method.parent, method };
      const url = `in-memory:${method.parent.typeName}/${method.name}`;
      const request = { ...about, requestMethod: 'POST', url, header: new Headers(header), contextValues };
      return runUnaryCall({
        interceptors: [failLikeRemote, ...interceptors],
        signal,
        timeoutMs,
        req: { ...request, message: input },
        next: async (called) => {
          const context = contextOf(called, timeoutMs);
          const answer = await untilAborted(called.signal, async () => call(called.message, context));
          const message = create(method.output, answer as never);
          return { ...about, header: context.responseHeader, trailer: context.responseTrailer, message };
        },
      });
    },
    // No service has a method that streams; those of computers are never in this process.
    stream: (method) => Promise.reject(notThere(method)),
  };
}

const notThere = ({ parent, name }: DescMethod) =>
  new ConnectError(`${parent.typeName} has no method ${name} here`, Code.Unimplemented);

/** The caller does not wait for a method that goes on after the call was given up. */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Another process would not say what went wrong inside of it. */
const failLikeRemote: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    throw new ConnectError('internal error', Code.Internal, undefined, undefined, error);
  }
};

function methodsOf(routes: (router: ConnectRouter) => void): Map<DescMethod, Method> {
  const methods = new Map<DescMethod, Method>();
  const router: ConnectRouter = {
    handlers: [],
    service(service, implementation) {
      const named = implementation as Partial<Record<string, Method>>;
      for (const method of service.methods) router.rpc(method, named[method.localName]?.bind(implementation) as never);
      return router;
    },
    rpc(method, implementation) {
      if (implementation) methods.set(method, implementation as Method);
      return router;
    },
  };
  routes(router);
  return methods;
}

function contextOf(
  { service, method, requestMethod, url, signal, header, contextValues }: UnaryRequest,
  timeoutMs: number | undefined,
): HandlerContext {
  return {
    service,
    method,
    requestMethod,
    url,
    signal,
    protocolName: 'local',
    timeoutMs: () => timeoutMs,
    requestHeader: header,
    responseHeader: new Headers(),
    responseTrailer: new Headers(),
    values: contextValues,
  };
}
