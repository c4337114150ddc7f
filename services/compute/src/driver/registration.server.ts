/**
 * The port where the agents of pods register: one route, reachable only from computers. The sender may be a user's
 * program: only its token counts, and only for its own pod.
 */
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { V1UserInfo } from '@kubernetes/client-node';
import type { Cache } from '@zo/cache';
import type { Kube } from '@zo/kube';
import { metrics } from '@zo/metrics';
import { logger } from '@zo/observability';
import { AUDIENCE, SERVICE_ACCOUNT } from '../operator/objects/pod.js';
import { shards } from '../operator/objects/shard.js';
import type { AgentRegistration } from './registrations.js';

const log = logger('compute');
/** A token has about 1,200 bytes. */
const LIMITS: ServerOptions = {
  headersTimeout: 2_000,
  requestTimeout: 2_000,
  connectionsCheckingInterval: 500,
  maxHeaderSize: 8_192,
};
/** Pods that an older operator started use `/hello`. */
const ROUTES = new Set(['/registrations', '/hello']);
const MAX_CONNECTIONS = 256;
/** Keeps one address from using up all connections. */
const MAX_CONNECTIONS_PER_ADDRESS = 4;
/** Per address and window; an agent without a response tries six times. */
const MAX_REGISTRATIONS = 30;
const WINDOW_MS = 60_000;
const EXTRA = 'authentication.kubernetes.io';

const STATUS = { accepted: 204, unknown: 401, refused: 403, limited: 429, failed: 503 } as const;

interface Verdict {
  readonly outcome: keyof typeof STATUS;
  /** Reason of a refusal; without one nothing is logged. */
  readonly reason?: string;
  readonly namespace?: string;
  readonly object?: string;
}

export interface RegistrationServerOptions {
  readonly kube: Kube;
  readonly cache: Cache;
  readonly shardPrefix: string;
  /** Returns false when it is not the pod of a computer that is to run. */
  readonly acceptRegistration: (registration: AgentRegistration) => Promise<boolean>;
}

/** Resolves when the server listens. */
export async function serveRegistrations(port: number, options: RegistrationServerOptions): Promise<Server> {
  const server = createServer(LIMITS, (request, response) => {
    const respond = (status: number) => response.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
    if (request.method !== 'POST' || !ROUTES.has(request.url!)) return void respond(404);
    void verify(options, request)
      .catch(reviewFailure)
      .then(({ outcome, ...why }) => {
        metrics.registrations.inc({ outcome });
        if (why.reason) log.warn(why, 'the registration of an agent was not accepted');
        respond(STATUS[outcome]);
      });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', limitPerAddress());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return server;
}

/** Closes connections beyond the limit of their address. */
function limitPerAddress(): (socket: Socket) => void {
  const open = new Map<string, number>();
  return (socket) => {
    const address = addressOf(socket);
    const count = open.get(address) ?? 0;
    if (count >= MAX_CONNECTIONS_PER_ADDRESS) return void socket.destroy();
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  };
}

const addressOf = ({ remoteAddress = '' }: Socket) => remoteAddress.replace(/^::ffff:/, '');

function reviewFailure(error: unknown): Verdict {
  log.warn({ error }, 'the registration of an agent could not be checked');
  return { outcome: 'failed' };
}

async function verify(
  { kube, cache, shardPrefix, acceptRegistration }: RegistrationServerOptions,
  { headers, socket }: IncomingMessage,
): Promise<Verdict> {
  const address = addressOf(socket);
  const { value } = await cache.increment(`registration:${address}`, WINDOW_MS, { aloneIfAway: true });
  if (value > MAX_REGISTRATIONS)
    return { outcome: 'limited', ...(value === MAX_REGISTRATIONS + 1 && { reason: 'too many from one address' }) };
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) return { outcome: 'unknown', reason: 'no token' };
  const { status } = await kube.authentication.createTokenReview({ body: { spec: { token, audiences: [AUDIENCE] } } });
  if (!status?.authenticated || !status.audiences?.includes(AUDIENCE))
    return { outcome: 'unknown', reason: 'no token of this cluster for compute' };
  const pod = podOf(status.user, shardPrefix);
  if (!pod) return { outcome: 'refused', reason: 'no token of the pod of a computer' };
  if (await acceptRegistration({ ...pod, address })) return { outcome: 'accepted' };
  return {
    outcome: 'refused',
    reason: 'no pod of a computer that is to run',
    namespace: pod.namespace,
    object: pod.name,
  };
}

/** The pod of a token, if the kubelet issued it to a pod with the service account of computers. */
function podOf(
  { username, extra = {} }: V1UserInfo = {},
  shardPrefix: string,
): Omit<AgentRegistration, 'address'> | undefined {
  const namespace = shards(shardPrefix).find(
    (shard) => username === `system:serviceaccount:${shard}:${SERVICE_ACCOUNT}`,
  );
  const [name, uid] = [extra[`${EXTRA}/pod-name`]?.[0], extra[`${EXTRA}/pod-uid`]?.[0]];
  return namespace && name && uid ? { namespace, name, uid } : undefined;
}
