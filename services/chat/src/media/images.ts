/** Makes and changes images by an OpenAI-compatible model. What it answers is checked by its bytes. */
import { fileTypeFromBuffer } from 'file-type';
import { outboundFetch } from '@zo/outbound';
import { z } from 'zod';
import { type DollarsEach, endpoint, type MediaConnection } from './connection.js';
import { MediaError } from './media-error.js';
import { ask, explainFailure } from './request.js';

export const ORIENTATIONS = ['square', 'landscape', 'portrait'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];
export const MAX_IMAGES = 10;
/** What the computer takes and gives in one piece. */
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MB = 1024 * 1024;
const MAX_ANSWER_BYTES = 64 * MB;
const EXTENSIONS: ReadonlySet<string> = new Set(['png', 'jpg', 'webp']);

const SIZES: Record<Orientation, string> = { square: '1024x1024', landscape: '1536x1024', portrait: '1024x1536' };
/** DALL·E 3 has sizes of its own. */
const DALL_E_3_SIZES: Record<Orientation, string> = {
  square: '1024x1024',
  landscape: '1792x1024',
  portrait: '1024x1792',
};

export interface Image {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly mediaType: string;
}

export interface ImageOrder {
  readonly prompt: string;
  /** At most `MAX_IMAGES`. */
  readonly n: number;
  readonly orientation: Orientation;
}

export interface ImagePort {
  readonly model: string;
  readonly price: DollarsEach;
  /** At least one image, and at most as many as were asked for. @throws MediaError */
  generate(order: ImageOrder, signal: AbortSignal): Promise<Image[]>;
  /** @throws MediaError */
  edit(prompt: string, image: Image, signal: AbortSignal): Promise<Image>;
}

const answerSchema = z.object({
  data: z
    .array(z.object({ b64_json: z.string().nullish(), url: z.string().max(8_192).nullish() }))
    .transform((items) => items.slice(0, MAX_IMAGES)),
});
type Item = z.infer<typeof answerSchema>['data'][number];

/** GPT models answer with the bytes always and refuse the field. */
const formatFor = (model: string) => (/^(chatgpt|gpt)-/.test(model) ? {} : { response_format: 'b64_json' });

export function openImages(connection: MediaConnection): ImagePort {
  const { model, price } = connection;
  // Base64 makes them a third longer.
  const requestOf = (n: number) => ({ schema: answerSchema, maxBytes: Math.min((1 + 12 * n) * MB, MAX_ANSWER_BYTES) });
  const read = async (items: readonly Item[], signal: AbortSignal): Promise<Image[]> => {
    if (items.length === 0) throw new MediaError(`${model} answered without an image.`);
    const images: Image[] = [];
    for (const item of items) images.push(await imageOf(connection, item, signal));
    return images;
  };
  return {
    model,
    price,
    async generate({ prompt, n, orientation }, signal) {
      const size = (model === 'dall-e-3' ? DALL_E_3_SIZES : SIZES)[orientation];
      const body = { json: { model, prompt, n, size, ...formatFor(model) } };
      const { data } = await ask(connection, { ...requestOf(n), path: '/images/generations', body, signal });
      return read(data.slice(0, n), signal);
    },
    async edit(prompt, image, signal) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ model, prompt, n: '1', ...formatFor(model) }))
        form.append(name, value);
      form.append('image', new Blob([Buffer.from(image.bytes)], { type: image.mediaType }), `image.${image.extension}`);
      const { data } = await ask(connection, { ...requestOf(1), path: '/images/edits', body: { form }, signal });
      return (await read(data.slice(0, 1), signal))[0]!;
    },
  };
}

async function imageOf(connection: MediaConnection, { b64_json, url }: Item, signal: AbortSignal): Promise<Image> {
  const bytes = b64_json
    ? Buffer.from(b64_json, 'base64')
    : url
      ? await download(connection, url, signal)
      : new Uint8Array();
  return checkedImage(bytes, connection.model);
}

/** @throws MediaError unless the bytes are an image of a known kind and size */
export async function checkedImage(bytes: Uint8Array, name: string): Promise<Image> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw new MediaError(`An image of ${name} has more than 8 MB.`);
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !EXTENSIONS.has(type.ext))
    throw new MediaError(`What ${name} has is no PNG, JPEG or WebP image.`, 'not_an_image');
  return { bytes, extension: type.ext, mediaType: type.mime };
}

/** Some services answer with an address. A public service must not lead into a private network by it. */
async function download(connection: MediaConnection, address: string, signal: AbortSignal): Promise<Uint8Array> {
  const isSame = URL.canParse(address) && new URL(address).origin === endpoint(connection, '').origin;
  try {
    const policy = { allowPrivate: connection.allowPrivate && isSame, maxBytes: MAX_IMAGE_BYTES + 1 };
    const answer = await outboundFetch(address, { signal }, policy);
    if (!answer.ok) throw new MediaError(`${connection.model} made an image that could not be fetched.`);
    return await answer.bytes();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof MediaError) throw error;
    throw new MediaError(explainFailure(error, connection.model), undefined, { cause: error });
  }
}
