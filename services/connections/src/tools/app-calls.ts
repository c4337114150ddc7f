/** Makes the requests of a tool: with a token that is fresh, in bounds, each error as a sentence. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import { Semaphore } from '@zo/rpc';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../apps/app.js';
import { AccessTokens, Unauthorised } from '../connections/access.service.js';
import { connectionErrors } from '../errors.js';
import { AppFetch, type AppInit, type AppResponse } from '../oauth/app-fetch.js';
import { USER_AGENT } from '../oauth/oauth.js';
import { type AppApi, type AppTool, BadArgument, type Call, STALE_TOKEN } from '../apps/tools/app-tool.js';
import { type ToolRequest, UnexpectedAnswer } from '../apps/tools/app-tool.js';
import { isScopeMissing, problemIn } from './problems.js';
import { shown } from './shown.js';

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PROBLEM_BYTES = 64 * 1024;
const TIMEOUT_MS = 45_000;
const ATTEMPTS = 3;
const BASE_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** Requests of all users at once. */
const MAX_REQUESTS = 24;

export interface ToolUse {
  readonly ctx: Ctx;
  readonly app: App;
  readonly api: AppApi;
  readonly tool: AppTool;
  /** Aborts when the caller does not wait any more. */
  readonly signal: AbortSignal;
}

@Injectable()
export class AppCalls {
  private readonly requests = new Semaphore(MAX_REQUESTS);

  constructor(
    private readonly access: AccessTokens,
    private readonly app: AppFetch,
  ) {}

  /** What the app answered, as a model reads it. @throws connections.* */
  async run(use: ToolUse, args: Record<string, unknown>): Promise<string> {
    const of = { ...use, signal: AbortSignal.any([use.signal, AbortSignal.timeout(TIMEOUT_MS)]) };
    const call: Call = (request) => this.request(of, request);
    try {
      return shown(await of.tool.run(call, args));
    } catch (error) {
      if (error instanceof BadArgument) throw connectionErrors.refused({ app: of.app.name, reason: error.message });
      if (error instanceof UnexpectedAnswer) throw unusable(of, error);
      throw error;
    }
  }

  private async request(of: ToolUse, request: ToolRequest): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.inTurn(of, request);
      } catch (error) {
        if (!(error instanceof TryLater)) throw error;
        const waitMs = error.waitMs ?? BASE_WAIT_MS * 2 ** attempt;
        const canWait = attempt < ATTEMPTS && waitMs <= MAX_WAIT_MS;
        const hasWaited = canWait && (await delay(waitMs, true, { signal: of.signal }).catch(() => false));
        if (!hasWaited) throw error.why;
      }
    }
  }

  private async inTurn(of: ToolUse, request: ToolRequest): Promise<unknown> {
    const { ctx, app } = of;
    const done = await this.requests.take(of.signal).catch((cause: unknown) => {
      throw connectionErrors.busy({ app: app.name }, { cause });
    });
    try {
      return await this.access.use(ctx, app.slug, (token) => this.ask(of, request, token));
    } finally {
      done();
    }
  }

  private async ask(of: ToolUse, request: ToolRequest, token: string): Promise<unknown> {
    const { app, api, tool, signal } = of;
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const limits = { signal, maxBytes: MAX_BYTES, follow: request.follow ?? false };
    const answer = await this.app.fetch(url, { ...initOf(api, request, token), ...limits }).catch((cause: unknown) => {
      throw lost(of, cause);
    });
    if (answer.status === 401) {
      await answer.body?.cancel();
      throw new Unauthorised();
    }
    if (!answer.ok) throw await errorOf(of, answer);
    const text = await answer.text().catch((cause: unknown) => {
      if (isServiceError(cause, 'outbound.too_large')) throw connectionErrors.tooMuch({ app: app.name }, { cause });
      throw lost(of, cause);
    });
    if (request.text) return text;
    const found = jsonOf(text);
    if (found === undefined) throw unusable(of, new Error('no JSON'));
    const failed = api.failed?.(found);
    if (failed === undefined) return found;
    if (failed === STALE_TOKEN) throw new Unauthorised();
    if (isScopeMissing(failed)) throw connectionErrors.scopeMissing({ app: app.name, words: wordsOf(app, tool) });
    throw connectionErrors.refused({ app: app.name, reason: problemIn(failed) });
  }
}

/** The app was not asked, or has refused to answer now. */
class TryLater extends Error {
  constructor(
    readonly why: Error,
    readonly waitMs?: number,
  ) {
    super(why.message);
  }
}

const isReading = ({ tool }: ToolUse) => tool.effect === 'read';

function initOf({ headers = {} }: AppApi, request: ToolRequest, token: string): AppInit {
  const { method = 'GET', json, form, body } = request;
  const common = { 'user-agent': USER_AGENT, accept: request.text ? '*/*' : 'application/json' };
  const type = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  return {
    method,
    headers: { ...common, ...headers, ...type, ...request.headers, authorization: `Bearer ${token}` },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form) }),
    ...(body !== undefined && { body }),
  };
}

/** Something that changes may have arrived before the connection broke. */
function lost(of: ToolUse, cause: unknown): Error {
  const named = { app: of.app.name };
  if (!isReading(of)) return connectionErrors.unconfirmed(named, { cause });
  const away = connectionErrors.away(named, { cause });
  return of.signal.aborted || isServiceError(cause) ? away : new TryLater(away);
}

const unusable = (of: ToolUse, cause: Error): Error =>
  isReading(of)
    ? connectionErrors.badAnswer({ app: of.app.name }, { cause })
    : connectionErrors.unconfirmed({ app: of.app.name }, { cause });

async function errorOf(of: ToolUse, answer: AppResponse): Promise<Error> {
  const { status, headers } = answer;
  const { app, tool } = of;
  const named = { app: app.name };
  const reason = problemIn(await beginningOf(answer));
  if (status === 429) return new TryLater(connectionErrors.busy(named), waitOf(headers.get('retry-after')));
  if (status >= 500)
    return isReading(of) ? new TryLater(connectionErrors.away(named)) : connectionErrors.unconfirmed(named);
  if (status === 404 || status === 410) return connectionErrors.absent(named);
  if (status === 403 && isScopeMissing(reason))
    return connectionErrors.scopeMissing({ ...named, words: wordsOf(app, tool) });
  if (status === 403) return connectionErrors.notPermitted({ ...named, reason });
  return status >= 400 ? connectionErrors.refused({ ...named, reason }) : connectionErrors.badAnswer(named);
}

const wordsOf = ({ writing }: App, { effect }: AppTool): string =>
  effect === 'read' ? 'read there' : (writing?.words ?? 'change something there');

function waitOf(after: string | null): number | undefined {
  const seconds = Number(after ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

/** The body of an error may be endless. */
async function beginningOf({ body }: AppResponse): Promise<string> {
  let text = '';
  try {
    for await (const block of body ?? []) {
      text += Buffer.from(block as Uint8Array).toString('utf8');
      if (text.length > MAX_PROBLEM_BYTES) break;
    }
  } catch {
    // What came is enough.
  }
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
