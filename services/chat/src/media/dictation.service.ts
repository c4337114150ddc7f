/** Writes down what the user says to the message field. Nothing of it is kept. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chatErrors } from '../errors.js';
import { MediaError } from './media-error.js';
import { MediaModelsService } from './media-models.service.js';
import { MediaUses } from './media-uses.js';

/** Ten minutes of speech are smaller. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Browsers record in one of these; the extension tells the model which. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
};

interface Dictated {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How long the browser has recorded. */
  readonly seconds: number;
}

@Injectable()
export class DictationService {
  constructor(
    private readonly media: MediaModelsService,
    private readonly uses: MediaUses,
  ) {}

  /** A client that disconnects cancels it. @throws chat.no_transcription, chat.not_a_recording, chat.not_transcribed */
  async write(ctx: Ctx, { request, response, seconds }: Dictated): Promise<string> {
    const extension = EXTENSIONS[(request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()];
    if (!extension) throw chatErrors.notARecording();
    const { speech } = await this.media.open(ctx);
    if (!speech) throw chatErrors.noTranscription();
    const bytes = await read(request);
    if (bytes.length === 0) throw chatErrors.notARecording();
    const gone = new AbortController();
    response.on('close', () => gone.abort(new Error('the client disconnected')));
    const { model, price } = speech;
    const use = { task: 'transcription', model, price, expected: { images: 0, seconds } } as const;
    try {
      return await this.uses.meter(ctx, use, async (used) => {
        const heard = await speech.transcribe({ bytes, fileName: `voice.${extension}` }, gone.signal);
        used({ seconds: heard.seconds ?? seconds });
        return heard.segments.map(({ text }) => text).join(' ');
      });
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      throw chatErrors.notTranscribed({ reason: error.message }, { cause: error });
    }
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const blocks: Buffer[] = [];
  let size = 0;
  for await (const block of request as AsyncIterable<Buffer>) {
    size += block.length;
    // Read to its end, so that the sender gets the answer.
    if (size <= MAX_BYTES) blocks.push(block);
  }
  if (size > MAX_BYTES) throw chatErrors.tooLongToDictate();
  return Buffer.concat(blocks);
}
