/** Makes videos by an OpenAI-compatible model. */
import { z } from 'zod';
import { quoting } from '../models/provider-words.js';
import { endpoint, type MediaConnection } from './connection.js';
import { MediaError } from './media-error.js';
import { ask } from './request.js';
import { openVeo } from './veo.js';
import { download, NOT_MADE, takeBack, VIDEO_SECONDS, type VideoPort } from './video-port.js';

const SIZES = { landscape: '1280x720', portrait: '720x1280' } as const;
const MB = 1024 * 1024;

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

export const openVideos = (connection: MediaConnection): VideoPort =>
  connection.protocol === 'google' ? openVeo(connection) : openCompatible(connection);

function openCompatible(connection: MediaConnection): VideoPort {
  const { model, price } = connection;
  const small = { maxBytes: MB };
  return {
    model,
    price,
    seconds: VIDEO_SECONDS,
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
    content: (videoId, signal) => download(connection, endpoint(connection, `/videos/${videoId}/content`), signal),
    cancel: (videoId) => takeBack(connection, endpoint(connection, `/videos/${videoId}`), 'DELETE'),
    async test(signal) {
      await ask(connection, { ...small, path: '/videos?limit=1', schema: listSchema, signal });
    },
  };
}
