/** Makes videos by Veo, in the protocol of Google: an operation that is asked for until it is done. */
import { z } from 'zod';
import { quoting } from '../models/provider-words.js';
import { endpoint, type MediaConnection } from './connection.js';
import { MediaError } from './media-error.js';
import { ask } from './request.js';
import { download, NOT_MADE, takeBack, type VideoPort, type VideoRequest } from './video-port.js';

const RATIOS = { landscape: '16:9', portrait: '9:16' } as const;
const SECONDS = [4, 8];
const ANSWER = { maxBytes: 1024 * 1024 };
const METHOD = 'predictLongRunning';

const name = z.string().regex(/^(?:models\/[\w.-]{1,100}\/)?operations\/[\w.-]{1,200}$/, 'is no operation');
const orderSchema = z.object({ name });
const words = z.string().transform((text) => text.slice(0, 1_000));
const sample = z.object({ video: z.object({ uri: z.url().max(4_000) }) });
const operationSchema = z.object({
  done: z.boolean().nullish(),
  error: z.object({ message: words }).nullish(),
  response: z
    .object({
      generateVideoResponse: z.object({
        generatedSamples: z.array(sample).nullish().catch(undefined),
        raiMediaFilteredReasons: z.array(words).nullish().catch(undefined),
      }),
    })
    .nullish()
    .catch(undefined),
});
const modelSchema = z.object({ supportedGenerationMethods: z.array(z.string()).catch([]) });

export function openVeo(connection: MediaConnection): VideoPort {
  const { price } = connection;
  const model = connection.model.replace(/^models\//, '');
  const path = `/models/${encodeURIComponent(model)}`;
  const operationOf = async (id: string, signal: AbortSignal) => {
    const asked = await ask(connection, { ...ANSWER, path: `/${id}`, schema: operationSchema, signal });
    const made = asked.response?.generateVideoResponse;
    const uri = made?.generatedSamples?.[0]?.video.uri;
    const refusal = asked.error?.message ?? made?.raiMediaFilteredReasons?.[0] ?? '';
    // An operation that is done has a video, or says why not.
    if (asked.done && uri === undefined)
      throw new MediaError(quoting(`${model} did not make the video.`, refusal), NOT_MADE);
    return { isDone: asked.done === true, uri };
  };
  return {
    model,
    price,
    seconds: SECONDS,
    async order(request, signal) {
      const body = { json: orderOf(request) };
      const order = { ...ANSWER, path: `${path}:${METHOD}`, body, schema: orderSchema, signal };
      return (await ask(connection, order)).name;
    },
    state: async (id, signal) => ({ isDone: (await operationOf(id, signal)).isDone }),
    async content(id, signal) {
      const { uri } = await operationOf(id, signal);
      if (uri === undefined) throw new MediaError(`${model} has not made the video yet.`);
      return download(connection, new URL(uri), signal);
    },
    cancel: (id) => takeBack(connection, endpoint(connection, `/${id}:cancel`), 'POST'),
    async test(signal) {
      const { supportedGenerationMethods } = await ask(connection, { ...ANSWER, path, schema: modelSchema, signal });
      if (!supportedGenerationMethods.includes(METHOD)) throw new MediaError(`${model} makes no videos.`);
    },
  };
}

const orderOf = ({ prompt, seconds, orientation, image }: VideoRequest) => ({
  instances: [
    {
      prompt,
      ...(image && {
        image: { bytesBase64Encoded: Buffer.from(image.bytes).toString('base64'), mimeType: image.mediaType },
      }),
    },
  ],
  parameters: { sampleCount: 1, aspectRatio: RATIOS[orientation], durationSeconds: seconds },
});
