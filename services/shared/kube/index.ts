/**
 * Connects to the API server of a Kubernetes cluster, as a pod or as a user. Import it on demand: the client library is
 * large.
 */
import {
  ApiException,
  AuthenticationV1Api,
  AuthorizationV1Api,
  CoordinationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type RequestContext,
} from '@kubernetes/client-node';

/** Request timeout: the API server itself drops a request after a minute. Does not apply to watches. */
const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * Keeps one connection pool, because the library opens a connection per request and never closes it. HTTP/2 is off: all
 * requests would share one connection, and after an API server ended, undici has left later requests waiting on it for
 * minutes.
 */
class PooledKubeConfig extends KubeConfig {
  private dispatcher?: ReturnType<RequestContext['getDispatcher']>;

  constructor(private readonly responseTimeoutMs: number) {
    super();
  }

  override createDispatcherOptions(...of: Parameters<KubeConfig['createDispatcherOptions']>): DispatcherOptions {
    const options = super.createDispatcherOptions(...of);
    return options.type === 'agent' ? { ...options, connect: { ...options.connect, ...HTTP1 } } : options;
  }

  override async applySecurityAuthentication(context: RequestContext): Promise<void> {
    await super.applySecurityAuthentication(context);
    context.setDispatcher((this.dispatcher ??= context.getDispatcher())!);
    context.setSignal(AbortSignal.timeout(this.responseTimeoutMs));
  }
}

type DispatcherOptions = ReturnType<KubeConfig['createDispatcherOptions']>;
const HTTP1 = { allowH2: false };

/** The clients of one cluster. */
export interface Kube {
  readonly config: KubeConfig;
  readonly custom: CustomObjectsApi;
  readonly core: CoreV1Api;
  readonly coordination: CoordinationV1Api;
  readonly authentication: AuthenticationV1Api;
  readonly authorization: AuthorizationV1Api;
}

/** Connects with a kubeconfig file or, without one, to the cluster this process runs in. @throws if there is neither */
export function connectKube(kubeconfig?: string, responseTimeoutMs = RESPONSE_TIMEOUT_MS): Kube {
  const config = new PooledKubeConfig(responseTimeoutMs);
  if (kubeconfig) config.loadFromFile(kubeconfig);
  else config.loadFromCluster();
  return kubeOf(config);
}

/**
 * Connects as kubectl does: with the given file, or with the defaults of environment and home folder. @throws if the
 * context does not exist
 */
export function connectAsUser({
  kubeconfig,
  context,
}: {
  readonly kubeconfig?: string;
  readonly context?: string;
}): Kube {
  const config = new PooledKubeConfig(RESPONSE_TIMEOUT_MS);
  if (kubeconfig) config.loadFromFile(kubeconfig);
  else config.loadFromDefault();
  if (context) config.setCurrentContext(context);
  if (!config.getCurrentCluster())
    throw new Error(`the kubeconfig names no cluster for the context "${config.getCurrentContext()}"`);
  return kubeOf(config);
}

function kubeOf(config: KubeConfig): Kube {
  return {
    config,
    custom: config.makeApiClient(CustomObjectsApi),
    core: config.makeApiClient(CoreV1Api),
    coordination: config.makeApiClient(CoordinationV1Api),
    authentication: config.makeApiClient(AuthenticationV1Api),
    authorization: config.makeApiClient(AuthorizationV1Api),
  };
}

export interface Refusal {
  readonly code: number;
  /** `Conflict`, `NotFound`, `AlreadyExists`, `Invalid`, … */
  readonly reason: string;
  readonly message: string;
}

/** Returns the API server's error response; undefined if it did not respond at all. */
export function apiErrorOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiException)) return undefined;
  const body = parsed(error.body);
  return {
    code: error.code,
    reason: body.reason ?? '',
    message: body.message ?? `the API server answered ${error.code}`,
  };
}

function parsed(body: unknown): { reason?: string; message?: string } {
  if (typeof body !== 'string') return (body ?? {}) as { reason?: string };
  try {
    return JSON.parse(body) as { reason?: string };
  } catch {
    return {};
  }
}

/** Awaits `work` and ignores API errors with one of these reasons. */
export async function ignoreErrors(reasons: readonly string[], work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!reasons.includes(apiErrorOf(error)?.reason ?? '')) throw error;
  }
}

/** Converts to plain JSON: typed lists hold Date objects, watches hold strings. */
export const plain = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T;
