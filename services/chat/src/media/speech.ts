/** Writes down speech by an OpenAI-compatible model. */
import { z } from 'zod';
import type { DollarsEach, MediaConnection } from './connection.js';
import { ask, RefusedRequestError } from './request.js';

/** What such models take at most in one request; OpenAI says 25 MB. */
export const MAX_PIECE_BYTES = 24 * 1024 * 1024;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_SEGMENTS = 50_000;
const MAX_TEXT = 1_000_000;
const MAX_SECONDS = 1_000_000;

export interface Piece {
  readonly bytes: Uint8Array;
  /** Its extension tells the model what it is. */
  readonly fileName: string;
}

export interface Segment {
  readonly text: string;
  /** Seconds from the beginning of the piece; undefined if the model does not say. */
  readonly start?: number;
  readonly end?: number;
  readonly speaker?: string;
}

export interface Heard {
  readonly segments: readonly Segment[];
  readonly language?: string;
  /** Seconds, as the model counts them. */
  readonly seconds?: number;
}

export interface SpeechPort {
  readonly model: string;
  readonly price: DollarsEach;
  /** @throws MediaError */
  transcribe(piece: Piece, signal: AbortSignal): Promise<Heard>;
}

const time = z.number().nonnegative().max(MAX_SECONDS).nullish().catch(undefined);
const short = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max).toWellFormed())
    .nullish()
    .catch(undefined);
const answerSchema = z.object({
  text: z.string().max(MAX_ANSWER_BYTES).nullish(),
  language: short(40),
  duration: z.coerce.number().nonnegative().max(MAX_SECONDS).nullish().catch(undefined),
  segments: z
    .array(z.object({ text: z.string(), start: time, end: time, speaker: short(80) }))
    .transform((items) => items.slice(0, MAX_SEGMENTS))
    .nullish(),
});

/**
 * The richest form first: GPT models have no time stamps, and those that tell speakers apart have a form of their own.
 */
function formsOf(model: string): Readonly<Record<string, string>>[] {
  const plain = { response_format: 'json' };
  if (/^gpt-.*diarize/.test(model)) return [{ response_format: 'diarized_json', chunking_strategy: 'auto' }, plain];
  if (model.startsWith('gpt-')) return [plain];
  return [{ response_format: 'verbose_json', 'timestamp_granularities[]': 'segment' }, plain];
}

export function openSpeech(connection: MediaConnection): SpeechPort {
  const { model, price } = connection;
  const askIn = async (form: Readonly<Record<string, string>>, piece: Piece, signal: AbortSignal) => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(piece.bytes)]), piece.fileName);
    for (const [name, value] of Object.entries({ model, ...form })) body.append(name, value);
    const request = { path: '/audio/transcriptions', body: { form: body }, schema: answerSchema, signal };
    return heardIn(await ask(connection, { ...request, maxBytes: MAX_ANSWER_BYTES }));
  };
  return {
    model,
    price,
    async transcribe(piece, signal) {
      const [rich, plain] = formsOf(model);
      try {
        return await askIn(rich!, piece, signal);
      } catch (error) {
        // Servers that know no time stamps refuse to be asked for them.
        const isForm =
          error instanceof RefusedRequestError && /response_format|timestamp|chunking/i.test(error.message);
        if (!plain || !isForm) throw error;
        return askIn(plain, piece, signal);
      }
    },
  };
}

const oneLine = (text: string) => text.slice(0, MAX_TEXT).toWellFormed().replace(/\s+/g, ' ').trim();

function heardIn({ text, language, duration, segments }: z.infer<typeof answerSchema>): Heard {
  const said = (segments ?? []).flatMap(({ text: words, start, end, speaker }): Segment[] => {
    const line = oneLine(words);
    if (line === '') return [];
    const times = { ...(typeof start === 'number' && { start }), ...(typeof end === 'number' && { end }) };
    return [{ text: line, ...times, ...(speaker && { speaker }) }];
  });
  const whole = oneLine(text ?? '');
  return {
    segments: said.length > 0 ? said : whole === '' ? [] : [{ text: whole }],
    ...(language && { language }),
    ...(typeof duration === 'number' && { seconds: duration }),
  };
}
