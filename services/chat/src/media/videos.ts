/** Makes videos by an OpenAI-compatible model: an order, questions for its state, and the bytes. */
import { outboundFetch } from '@zo/outbound';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import { quoting } from '../models/provider-words.js';
import { type DollarsEach, endpoint, type MediaConnection } from './connection.js';
import type { Image } from './images.js';
import { MediaError } from './media-error.js';
import { ask, explainFailure } from './request.js';

export const VIDEO_SECONDS = [4, 8, 12] as const;
export const VIDEO_ORIENTATIONS = ['landscape', 'portrait'] as const;
const SIZES = { landscape: '1280x720', portrait: '720x1280' } as const;
const MB = 1024 * 1024;
export const MAX_VIDEO_BYTES = 64 * MB;
const EXTENSIONS: ReadonlySet<string> = new Set(['mp4', 'webm', 'mov', 'm4v']);
/** The provider says that there will be no video. */
export const NOT_MADE = 'not_made';
const CANCEL_TIMEOUT_MS = 10_000;

export interface VideoRequest {
  readonly prompt: string;
  readonly seconds: number;
  readonly orientation: (typeof VIDEO_ORIENTATIONS)[number];
  /** What it begins with. */
  readonly image: Image | undefined;
}

export interface VideoState {
  readonly isDone: boolean;
  /** In percent. */
  readonly progress: number;
}

export interface Video {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly mediaType: string;
}

export interface VideoPort {
  readonly model: string;
  readonly price: DollarsEach;
  /** @returns the id of the order @throws MediaError */
  order(request: VideoRequest, signal: AbortSignal): Promise<string>;
  /** @throws MediaError if the video was not made */
  state(id: string, signal: AbortSignal): Promise<VideoState>;
  /** @throws MediaError */
  content(id: string, signal: AbortSignal): Promise<Video>;
  /** Best effort: a provider may not take orders back. */
  cancel(id: string): Promise<void>;
  /** Asks for nothing that costs money. @throws MediaError */
  test(signal: AbortSignal): Promise<void>;
}

const id = z.string().regex(/^[\w.:-]{1,200}$/, 'is no id');
const orderSchema = z.object({ id });
const stateSchema = z.object({
  status: z.string().max(100),
  progress: z.number().min(0).max(100).nullish().catch(undefined),
  error: z
    .object({ message: z.string().transform((text) => text.slice(0, 1_000)) })
    .nullish()
    .catch(undefined),
});
const listSchema = z.object({ data: z.array(z.unknown()) });

export function openVideos(connection: MediaConnection): VideoPort {
  const { model, price } = connection;
  const small = { maxBytes: MB };
  return {
    model,
    price,
    async order({ prompt, seconds, orientation, image }, signal) {
      const form = new FormData();
      const fields = { model, prompt, seconds: String(seconds), size: SIZES[orientation] };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (image)
        form.append('input_reference', new Blob([image.bytes], { type: image.mediaType }), `image.${image.extension}`);
      return (await ask(connection, { ...small, path: '/videos', body: { form }, schema: orderSchema, signal })).id;
    },
    async state(videoId, signal) {
      const asked = { ...small, path: `/videos/${videoId}`, schema: stateSchema, signal };
      const { status, progress, error } = await ask(connection, asked);
      if (/^(failed|cancell?ed|expired|rejected)$/.test(status))
        throw new MediaError(quoting(`${model} did not make the video.`, error?.message ?? ''), NOT_MADE);
      return { isDone: status === 'completed', progress: Math.floor(progress ?? 0) };
    },
    content: (videoId, signal) => download(connection, videoId, signal),
    async cancel(videoId) {
      const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
      const init = { method: 'DELETE', headers: headersFor(connection), signal };
      const policy = { allowPrivate: connection.allowPrivate, maxBytes: MB };
      const answer = await outboundFetch(endpoint(connection, `/videos/${videoId}`), init, policy).catch(
        () => undefined,
      );
      await answer?.text().catch(() => undefined);
    },
    async test(signal) {
      await ask(connection, { ...small, path: '/videos?limit=1', schema: listSchema, signal });
    },
  };
}

const headersFor = ({ apiKey }: MediaConnection) => ({ ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }) });

async function download(connection: MediaConnection, videoId: string, signal: AbortSignal): Promise<Video> {
  const { model, allowPrivate } = connection;
  try {
    const init = { headers: headersFor(connection), signal };
    const policy = { allowPrivate, maxBytes: MAX_VIDEO_BYTES };
    const answer = await outboundFetch(endpoint(connection, `/videos/${videoId}/content`), init, policy);
    if (!answer.ok) throw new MediaError(`${model} made a video that could not be fetched (${answer.status}).`);
    const bytes = await answer.bytes();
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !EXTENSIONS.has(type.ext)) throw new MediaError(`What ${model} made is no MP4, WebM or MOV video.`);
    return { bytes, extension: type.ext, mediaType: type.mime };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof MediaError) throw error;
    throw new MediaError(explainFailure(error, model), undefined, { cause: error, isTemporary: true });
  }
}
