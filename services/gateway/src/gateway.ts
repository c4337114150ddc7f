/** The only public entrance: it establishes identity, once, and drops everything that a client claims about itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import { type Platform, refuse } from '@zo/bootstrap';
import { errors, isServiceError } from '@zo/errors';
import { forbidCaching, networkOf, sendProblem } from '@zo/http';
import { measureRequest } from '@zo/metrics';
import { traced, traceRequest, traceUpgrade } from '@zo/tracing';
import { Bodies, type BodyLimits, visitorBytes } from './bodies.js';
import { Connections } from './connections.js';
import { ContentHost } from './content.js';
import type { FrontendUpgrade } from './dev-frontend.js';
import { earlyAnswers } from './early-answers.js';
import { isFrame } from './frames.js';
import type { FrontendHandler } from './frontend.js';
import { logoutPage } from './logout.js';
import { checkHost, checkOrigin, gatewayErrors, hasOwnOrigin } from './origin.js';
import { isFromPageElsewhere, letPageIn } from './pages-elsewhere.js';
import { describeApi, describeHealth } from './overview.js';
import { checkScope, isForProgram, isWellKnown, metadataAt, tokenRefused } from './programs.js';
import { isHook, isPublicRoute, MACHINE_LINK, serviceOf } from './routes.js';
import { Sessions, type SessionUser } from './sessions.js';
import { Tokens } from './tokens.js';
import type { Upstream } from './upstream.js';

export interface GatewayOptions {
  readonly platform: Platform;
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly frontend: FrontendHandler;
  /** Serves our own frames on the content origin. */
  readonly frames?: FrontendHandler;
  /** How many proxies of ours are in front of this process. */
  readonly proxies?: number;
  /** Time limits of request bodies. */
  readonly bodies?: BodyLimits;
  /** How often it is asked whether sessions with open websockets live; five minutes by default. */
  readonly recheckMs?: number;
  /** Development: receives the websockets outside the API. */
  readonly frontendUpgrade?: FrontendUpgrade;
}

/** Headers only the gateway may write. */
const GATEWAY_HEADERS =
  /^(x-user|x-internal|x-forwarded|x-client-address|x-request-id|x-real-ip|x-http-method|x-method-override|forwarded|authorization|cookie)/;
const BODIES: BodyLimits = { visitorMs: 15_000, idleMs: 60_000 };
const VISITS_PER_MINUTE = 1_200;
const TRACE = /[?&]traceparent=([\da-f-]{55})(?:&|$)/;

export class Gateway {
  private readonly sessions: Sessions;
  private readonly tokens: Tokens;
  private readonly connections: Connections;
  private readonly content: ContentHost;
  private readonly site: URL;
  private readonly bodies: Bodies;

  constructor(private readonly options: GatewayOptions) {
    this.sessions = new Sessions(options.platform);
    this.tokens = new Tokens(options.platform, (tokenId) => this.sessions.hasEnded(tokenId));
    this.content = new ContentHost(options.platform);
    this.site = new URL(options.platform.config.ZO_PUBLIC_URL);
    this.bodies = new Bodies(options.bodies ?? BODIES);
    this.connections = new Connections(options.recheckMs);
  }

  async open(): Promise<void> {
    await this.sessions.onEnd(
      (sessionId) => {
        this.tokens.forget(sessionId);
        this.content.endSession(sessionId);
        this.connections.end(sessionId);
      },
      () => {
        this.tokens.forgetAll();
        this.content.missSessions();
        this.connections.endSockets();
      },
    );
  }

  /** Clients reconnect, to another process if there is one. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.options.upstreams.values(), (upstream) => upstream.restartSockets()));
    this.connections.endAll();
    this.bodies.close();
    await this.tokens.close();
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const route = () => kindOf(request.url ?? '');
    this.bodies.watch(request, response);
    if (isApi((request.url ?? '').split('?', 1)[0]!)) forbidCaching(response);
    measureRequest('gateway', { request, response, route });
    traceRequest(
      'gateway',
      { request, response, route },
      () => void this.route(request, response).catch((error: unknown) => sendProblem(request, response, error)),
    );
  };

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    // Browsers cannot set headers on a websocket: its trace is in the address.
    request.headers['traceparent'] ??= TRACE.exec(request.url ?? '')?.[1];
    const route = () => kindOf(request.url ?? '');
    const shake = () =>
      this.routeUpgrade(request, socket, head).catch((error: unknown) =>
        refuse(socket, isServiceError(error) ? error.status : 503),
      );
    void traceUpgrade('gateway', { request, route }, shake);
  };

  private async route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.content.owns(request)) return this.sendContent(request, response);
    checkHost(request, this.site);
    const pathname = pathOf(request);
    if (!isFromPageElsewhere(request, pathname, this.site)) checkOrigin(request, this.site);
    else if (letPageIn(request, response, pathname)) return;
    if (pathname === '/logout') return this.logout(request, response);
    if (isWellKnown(pathname)) return sendMetadata(response, metadataAt(pathname, this.site));
    if (!isApi(pathname))
      return this.options.frontend(request, response, {
        pathname,
        answers: await earlyAnswers(request, pathname, this.sessions),
      });
    if (pathname === '/api/health') return sendJson(response, await describeHealth(this.options.upstreams));
    if (pathname === '/api/openapi.json') return sendJson(response, await describeApi(this.options));
    const visitor = await this.callerOf(request, pathname);
    if (!visitor) await this.admitVisitor(request, pathname);
    const { upstream, service } = this.upstreamOf(pathname);
    await this.identify(request, service, visitor);
    if (visitor) {
      this.bodies.trust(request);
      this.endWithSession(visitor, response);
    }
    upstream.handle(request, response);
  }

  /** A file on the content origin, where the ticket in its address is all that counts. */
  private async sendContent(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = pathOf(request);
    await this.limitVisits(request);
    if (this.options.frames && isFrame(pathname)) return this.options.frames(request, response, { pathname });
    const { visitor, url } = await this.content.open(request);
    const { upstream, service } = this.upstreamOf('/api/files');
    request.url = url;
    await this.identify(request, service, visitor);
    this.endWithSession(visitor, response);
    upstream.handle(request, response);
  }

  /** The person or the program that sent a request; undefined for visitors. */
  private async callerOf(request: IncomingMessage, pathname: string): Promise<SessionUser | undefined> {
    if (isHook(pathname)) return undefined;
    if (!isForProgram(request, pathname)) return this.sessions.of(request);
    if (isPublicRoute(pathname)) return undefined;
    const program = await this.tokens.of(request);
    if (!program) {
      await this.limitVisits(request);
      throw tokenRefused(request, pathname, this.site);
    }
    await this.tokens.admit(program);
    checkScope(program, request.method ?? '', pathname);
    return program;
  }

  /** Visitors reach the public routes only, at a limited rate. */
  private async admitVisitor(request: IncomingMessage, pathname: string): Promise<void> {
    await this.limitVisits(request);
    if (!isPublicRoute(pathname)) throw errors.signedOut();
    if (Number(request.headers['content-length'] ?? 0) > visitorBytes(pathname)) throw gatewayErrors.tooLarge();
  }

  private async limitVisits(request: IncomingMessage): Promise<void> {
    const { value, resetsInMs } = await this.options.platform.cache.increment(
      `visits:${networkOf(this.addressOf(request))}`,
      60_000,
      { aloneIfAway: true },
    );
    const seconds = Math.ceil(resetsInMs / 1000);
    if (value > VISITS_PER_MINUTE)
      throw gatewayErrors.tooMany({ seconds }, { headers: { 'retry-after': String(seconds) } });
  }

  private async routeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<number> {
    checkHost(request, this.site);
    checkOrigin(request, this.site);
    if (pathOf(request) === MACHINE_LINK) return this.linkMachine(request, { socket, head });
    if (!hasOwnOrigin(request, this.site)) throw gatewayErrors.crossOrigin();
    const url = new URL(request.url ?? '', 'http://gateway');
    if (this.options.frontendUpgrade && !isApi(url.pathname))
      return this.options.frontendUpgrade(request, socket, head);
    const { upstream, service } = this.upstreamOf(url.pathname);
    const nonce = url.searchParams.getAll('nonce');
    const visitor =
      nonce.length === 1
        ? await traced('gateway nonce', { kind: 'internal' }, () => this.sessions.takeNonce(nonce[0]!, request))
        : undefined;
    if (!visitor) throw errors.signedOut();
    // The nonce is used up; it must not reach a log behind this point either.
    for (const name of ['nonce', 'traceparent']) url.searchParams.delete(name);
    request.url = url.pathname + url.search;
    // Services behind this point are sent no cookie.
    const { cookie } = request.headers;
    await this.identify(request, service, visitor);
    const isLive = async () => (await this.sessions.of({ headers: { cookie } }))?.sessionId === visitor.sessionId;
    this.endWithSession(visitor, socket);
    this.connections.recheck(visitor.sessionId, isLive);
    return upstream.upgrade(request, socket, head);
  }

  /** Programs send no origin, and pages always do: no page of anybody can open this websocket. */
  private async linkMachine(
    request: IncomingMessage,
    { socket, head }: { socket: Duplex; head: Buffer },
  ): Promise<number> {
    if (request.headers.origin !== undefined) throw gatewayErrors.crossOrigin();
    await this.limitVisits(request);
    const { upstream, service } = this.upstreamOf(MACHINE_LINK);
    await this.identify(request, service, undefined);
    return upstream.upgrade(request, socket, head);
  }

  /** Ends the connection together with its session. @throws signedOut when the session has just ended */
  private endWithSession({ sessionId }: SessionUser, connection: Writable): void {
    if (this.sessions.hasEnded(sessionId)) throw errors.signedOut();
    this.connections.add(sessionId, connection);
  }

  private upstreamOf(pathname: string): { upstream: Upstream; service: string } {
    const service = serviceOf(pathname);
    if (service === undefined) throw errors.notFound();
    const upstream = this.options.upstreams.get(service);
    if (!upstream) throw errors.unavailable({ what: service });
    return { upstream, service };
  }

  /** Replaces everything that a client could claim about its identity by that of the session. */
  private async identify(request: IncomingMessage, service: string, visitor: SessionUser | undefined): Promise<void> {
    const address = this.addressOf(request);
    for (const name of Object.keys(request.headers)) if (GATEWAY_HEADERS.test(name)) delete request.headers[name];
    request.headers['x-request-id'] = crypto.randomUUID();
    request.headers['x-client-address'] = address;
    if (visitor) request.headers.authorization = `Bearer ${await this.options.platform.issuer.mint(service, visitor)}`;
  }

  /** The client's address, as our outermost proxy saw it; what the client itself sent in the header is ignored. */
  private addressOf(request: IncomingMessage): string {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => part.trim());
    const chain = [...forwarded, request.socket.remoteAddress ?? ''];
    return chain.at(-1 - (this.options.proxies ?? 0)) || chain.at(-1)!;
  }

  private async logout(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const visitor = await this.sessions.of(request);
    const accounts = this.options.upstreams.get('accounts');
    const asked = request.method === 'POST' || request.headers['sec-fetch-site'] === 'same-origin';
    if (!visitor || !asked || !accounts) return logoutPage(response, visitor !== undefined);
    await this.identify(request, 'accounts', visitor);
    request.method = 'POST';
    request.url = '/api/auth/sign-out';
    // The response of sign-out (204 and the cleared cookie) becomes a redirect to the start page.
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((status: number) => {
      if (status === 204) response.setHeader('location', '/').appendHeader('set-cookie', FORGET_RECENTS);
      return writeHead(status === 204 ? 303 : status);
    }) as typeof response.writeHead;
    accounts.handle(request, response);
  }
}

/** RT-06: the next user of this browser does not see what the last one opened. */
const FORGET_RECENTS = 'appRecentsV2=; Path=/; Max-Age=0';

/** The kind of a request, one of few values. It is read at the end, when the address may have been rewritten. */
const kindOf = (address: string) => (isApi(address.split('?', 1)[0]!) ? serviceOf(address.split('?', 1)[0]!) : 'app');

const isApi = (pathname: string) => pathname === '/api' || pathname.startsWith('/api/');

/** The path as the client sent it; paths that two parsers could read differently are refused. */
function pathOf(request: IncomingMessage): string {
  const pathname = (request.url ?? '').split('?', 1)[0]!;
  if (!pathname.startsWith('/') || pathname.startsWith('//') || pathname.includes('\\'))
    throw gatewayErrors.badAddress();
  return pathname;
}

/** Programs that look for metadata which is not here must not be sent a page. */
function sendMetadata(response: ServerResponse, metadata: object | undefined): void {
  if (!metadata) throw errors.notFound();
  sendJson(response, metadata);
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
