/** Calls of the Drive API: with a token that is fresh, repeated when Drive is busy, its answers checked. */
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '@zo/auth';
import { z } from 'zod';
import { AccessTokens, Unauthorised } from '../connections/access.service.js';
import { connectionErrors } from '../errors.js';
import { AppFetch, type AppRequest, type AppResponse } from '../oauth/app-fetch.js';

const APP = { app: 'Google Drive' };
const API = 'https://www.googleapis.com/drive/v3/';
const ATTEMPTS = 4;
const MAX_WAIT_MS = 20_000;
const BASE_WAIT_MS = 300;
const MAX_PROBLEM_BYTES = 64 * 1024;

export interface DriveRequest extends Omit<AppRequest, 'headers'> {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

interface JsonRequest extends DriveRequest {
  /** Below the API. */
  readonly path: string;
}

@Injectable()
export class DriveApi {
  constructor(
    private readonly access: AccessTokens,
    private readonly app: AppFetch,
  ) {}

  async json<S extends z.ZodType>(ctx: Ctx, schema: S, { path, ...request }: JsonRequest): Promise<z.infer<S>> {
    const answer = await this.open(ctx, API + path, request);
    try {
      return schema.parse(await answer.json());
    } catch (cause) {
      throw connectionErrors.badAnswer(APP, { cause });
    }
  }

  /** A successful response, whose body the caller reads. `path`: below the API, or a whole address that Drive gave. */
  async open(ctx: Ctx, path: string, request: DriveRequest = {}): Promise<AppResponse> {
    const address = path.startsWith('https://') ? path : API + path;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.access.use(ctx, 'google_drive', (token) => this.ask(address, token, request));
      if (answer.ok) return answer;
      const reason = await reasonOf(answer);
      const isBusy = answer.status === 429 || answer.status >= 500 || reason.endsWith('ateLimitExceeded');
      if (!isBusy) throw errorOf(answer.status, reason);
      if (attempt === ATTEMPTS) throw answer.status >= 500 ? connectionErrors.away(APP) : connectionErrors.busy(APP);
      await delay(waitOf(answer, attempt), undefined, { signal: request.signal });
    }
  }

  private async ask(address: string, token: string, { headers, ...request }: DriveRequest): Promise<AppResponse> {
    const init = { ...request, headers: { ...headers, authorization: `Bearer ${token}` } };
    const answer = await this.app.fetch(address, init).catch((cause: unknown) => {
      throw connectionErrors.away(APP, { cause });
    });
    if (answer.status !== 401) return answer;
    await answer.body?.cancel();
    throw new Unauthorised();
  }
}

function waitOf({ headers }: AppResponse, attempt: number): number {
  const asked = Number(headers.get('retry-after') ?? NaN) * 1_000;
  const own = BASE_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
  return Math.min(Number.isFinite(asked) && asked >= 0 ? asked : own, MAX_WAIT_MS);
}

const problem = z.looseObject({
  error: z.looseObject({ errors: z.array(z.looseObject({ reason: z.string().max(100) })).max(10) }),
});

/** The reason that Drive gives, or an empty text. Its body may be endless. */
async function reasonOf(answer: AppResponse): Promise<string> {
  let text = '';
  try {
    for await (const block of answer.body ?? []) {
      text += Buffer.from(block as Uint8Array).toString('latin1');
      if (text.length > MAX_PROBLEM_BYTES) break;
    }
    return problem.parse(JSON.parse(text)).error.errors[0]?.reason ?? '';
  } catch {
    return '';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  insufficientPermissions: 'Zo was not given access to your files. Connect it again, and allow that.',
  accessNotConfigured: 'the Drive API is not switched on for the client of this installation.',
  fileNotDownloadable: 'this file cannot be downloaded.',
  cannotDownloadFile: 'the owner of this file does not let others download it.',
  exportSizeLimitExceeded: 'this document is too large to be exported.',
};

function errorOf(status: number, reason: string): Error {
  if (status === 404) return connectionErrors.absent(APP);
  if (status !== 403) return connectionErrors.badAnswer(APP);
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason]! : 'access denied.';
  return connectionErrors.notPermitted({ ...APP, reason: known });
}
