import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { agentErrorOf, Computers, IMPORTED_BY_USER } from '@zo/computer-client';
import { errors, isServiceError } from '@zo/errors';
import { logger } from '@zo/observability';
import { addressOf } from '@zo/proto/location';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chatErrors } from '../errors.js';
import { MediaError } from './media-error.js';
import { MediaModelsService } from './media-models.service.js';
import { MediaUses } from './media-uses.js';
import { isRecording } from './recording.js';
import { transcribe } from './transcribe.js';
import { readTranscribeForm, type TranscribeForm } from './transcribe-form.js';
import type { TranscribeEvents } from './transcribe-events.js';

const log = logger('chat:transcribe');
const MAX_OF_USER = 2;
/** Keeps proxies from closing a stream that waits for a model. */
const HEARTBEAT_MS = 15_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

@Injectable()
export class TranscribeService {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly computers: Computers,
    private readonly media: MediaModelsService,
    private readonly uses: MediaUses,
  ) {}

  /** TS-01: transcribes and tells how far it is. A client that disconnects cancels it. */
  async follow(ctx: Ctx, kind: 'audio' | 'video', exchange: Exchange): Promise<void> {
    const { response } = exchange;
    const running = this.running.get(ctx.userId) ?? 0;
    if (running >= MAX_OF_USER) throw chatErrors.tooManyTranscriptions();
    this.running.set(ctx.userId, running + 1);
    const gone = new AbortController();
    response.on('close', () => gone.abort(new Error('the client disconnected')));
    try {
      await this.transcribe(ctx, kind, { ...exchange, signal: gone.signal });
    } finally {
      const left = this.running.get(ctx.userId)! - 1;
      if (left > 0) this.running.set(ctx.userId, left);
      else this.running.delete(ctx.userId);
    }
  }

  private async transcribe(
    ctx: Ctx,
    kind: 'audio' | 'video',
    { request, response, signal }: Exchange & { readonly signal: AbortSignal },
  ): Promise<void> {
    const form = await readTranscribeForm(request);
    const extension = form.location.path.at(-1)!.split('.').at(-1)!.toLowerCase();
    if (!isRecording(extension, kind)) throw chatErrors.notARecording();
    const { speech } = await this.media.open(ctx);
    if (!speech) throw chatErrors.noTranscription();
    const events = new Events(response);
    try {
      // Only waking it is retried, never what is paid.
      const computer = await this.computers.use(ctx, async (candidate) => {
        await candidate.system.info({ forUse: true }, { signal });
        return candidate;
      });
      const { location, lines, language, seconds } = await transcribe(
        // What others say in a recording is text of others for the assistant.
        { computer, ...form, cause: IMPORTED_BY_USER },
        {
          speech,
          signal,
          meter: (use, work) => this.uses.meter(ctx, use, work),
          onComputer: (work) => this.computers.use(ctx, work),
          onStart: (about) => events.send('TranscribeStartEvent', about),
          onProgress: (progress) => events.send('TranscribeProgressEvent', { progress }),
        },
      );
      events.send('TranscribeCompleteEvent', {
        path: addressOf(location),
        lines: lines.length,
        ...(language && { language }),
        ...(seconds !== undefined && { duration: seconds }),
      });
    } catch (error) {
      if (signal.aborted) return;
      const explained = explain(error, form);
      if (!events.hasBegun) throw explained;
      events.send('error', { detail: explained.detail });
    } finally {
      events.end();
    }
  }
}

/** An error with a sentence for the user. */
function explain(error: unknown, { location }: TranscribeForm): ReturnType<typeof errors.notFound> {
  if (error instanceof MediaError) return chatErrors.notTranscribed({ reason: error.message }, { cause: error });
  if (isServiceError(error)) return error;
  const ofAgent = agentErrorOf(error);
  if (ofAgent?.reason === 'notFound') return chatErrors.noRecording({ name: location.path.at(-1)! });
  if (ofAgent) return chatErrors.notTranscribed({ reason: ofAgent.message }, { cause: error });
  log.error({ error }, 'a transcription failed');
  return chatErrors.notTranscribed({ reason: 'It failed for a reason of ours. Try again.' }, { cause: error });
}

/** Server-sent events of one response; its head is sent with the first. */
class Events {
  hasBegun = false;
  private heartbeat?: NodeJS.Timeout;

  constructor(private readonly response: ServerResponse) {}

  send<K extends keyof TranscribeEvents>(name: K, data: TranscribeEvents[K]): void {
    if (this.response.destroyed) return;
    if (!this.hasBegun) {
      this.hasBegun = true;
      const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
      this.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
      this.heartbeat = setInterval(() => this.response.write(': still at work\n\n'), HEARTBEAT_MS);
    }
    this.response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Ends a stream that has begun. */
  end(): void {
    clearInterval(this.heartbeat);
    if (this.hasBegun) this.response.end();
  }
}
