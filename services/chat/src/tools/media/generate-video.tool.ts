import { addressOf, type Location } from '@zo/proto/location';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { checkedImage, type Image } from '../../media/images.js';
import { MediaError } from '../../media/media-error.js';
import {
  NOT_MADE,
  VIDEO_ORIENTATIONS,
  VIDEO_SECONDS,
  type VideoPort,
  type VideoRequest,
} from '../../media/video-port.js';
import { connectedMedia } from './connected-media.js';
import { MAX_PROMPT } from './generate-image.tool.js';
import { fileStem, stemOf, writeNewLarge } from '../files/new-file.js';
import { displayPath, parseFilePath } from '../files/paths.js';
import { readBytes } from '../files/text-file.js';
import { type CallContext, defineTool, type ToolContext } from '../tool.js';
import { ToolError } from '../tool-errors.js';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** Questions in a row that may fail for a moment. */
const MAX_FAILURES = 5;
const UNKNOWN = [
  'The service restarted while the video was ordered. Whether the order arrived is not known, and it',
  'was not sent again, because it costs money. Ask the person before ordering another one.',
].join(' ');

export const generateVideo = defineTool({
  name: 'generate_video',
  about: 'Makes a short video from a description and saves it. It costs money.',
  description: [
    'Makes a video from a description and saves it, which takes minutes. Answers the file; the person',
    'sees it. It costs much more than an image, so make only what was asked for.',
  ].join(' '),
  class: 'generate',
  needs: 'computer',
  requires: 'videos',
  parallel: false,
  continues: true,
  input: z.strictObject({
    instruction: z.string().trim().min(1).max(MAX_PROMPT).describe('What the video shows'),
    filepath: z
      .string()
      .min(1)
      .max(4_096)
      .describe('Path of an image that the video begins with, or of the new file, such as Videos/waves'),
    file_suffix: fileStem.optional().describe('Is added to the name, such as -moving'),
    orientation: z.enum(VIDEO_ORIENTATIONS).optional().describe('landscape when left out'),
    seconds: z
      .literal([...VIDEO_SECONDS])
      .optional()
      .describe('Length; 4 when left out'),
  }),
  async execute({ instruction, filepath, file_suffix = '', orientation = 'landscape', seconds = 4 }, context) {
    const port = connectedMedia(context, 'videos');
    if (!port.seconds.includes(seconds))
      throw new ToolError(`${port.model} makes videos of ${port.seconds.join(' or ')} seconds.`, 'invalid');
    const path = parseFilePath(filepath);
    const image = await imageAt(path, context);
    const id = await orderOnce(port, { prompt: instruction, seconds, orientation, image }, context);
    await isMade(port, id, context).catch(async (error: unknown) => {
      if (error instanceof MediaError && error.code === NOT_MADE) await context.notCharged();
      // After a shutdown another worker waits on.
      if (context.signal.aborted && !context.isTakenOver()) await port.cancel(id);
      throw error;
    });
    const { bytes, extension, mediaType } = await port.content(id, context.signal);
    const name = { folder: { root: path.root, path: path.path.slice(0, -1) }, stem: `${stemOf(path)}${file_suffix}` };
    const location = await writeNewLarge(context, { ...name, extension, content: bytes });
    return { type: 'file_ref', path: addressOf(location), media_type: mediaType, label: location.path.at(-1)! };
  },
});

/** The image that the video begins with; undefined if the path is that of the new file. */
async function imageAt(path: Location, context: ToolContext): Promise<Image | undefined> {
  const file = await readBytes(context, path);
  if (!file) return undefined;
  const image = await checkedImage(file.bytes, displayPath(path));
  context.hasRead(path, file.hash);
  return image;
}

/** The id of the order, which is sent once, whatever becomes of this process. */
async function orderOnce(port: VideoPort, request: VideoRequest, context: CallContext): Promise<string> {
  const { before, ordered } = await context.videoOrder();
  if (before === null) throw new ToolError(UNKNOWN, 'unknown_outcome');
  if (before !== undefined) return before;
  const { seconds } = request;
  const { model, price } = port;
  const use = { task: 'video', model, price, expected: { images: 0, seconds } } as const;
  return context.meter(use, async (used) => {
    const id = await port.order(request, context.signal);
    used({ seconds });
    await ordered(id);
    return id;
  });
}

async function isMade(port: VideoPort, id: string, { signal, output }: CallContext): Promise<void> {
  let [shown, failures] = [-1, 0];
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      const { isDone, progress = -1 } = await port.state(id, signal);
      failures = 0;
      if (isDone) return;
      if (progress > shown) output('stdout', `${progress} % made\n`);
      shown = Math.max(shown, progress);
    } catch (error) {
      if (!(error instanceof MediaError) || !error.isTemporary || ++failures > MAX_FAILURES) throw error;
    }
    await delay(waitMs, undefined, { signal });
  }
}
