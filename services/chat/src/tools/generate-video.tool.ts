import { addressOf } from '@zo/proto/location';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { MediaError } from '../media/media-error.js';
import { VIDEO_ORIENTATIONS, VIDEO_SECONDS, type VideoPort, type VideoRequest } from '../media/videos.js';
import { connectedMedia } from './connected-media.js';
import { MAX_PROMPT } from './generate-image.tool.js';
import { fileStem, writeNewLarge } from './new-file.js';
import { parsePath } from './paths.js';
import { type CallContext, defineTool } from './tool.js';
import { ToolError } from './tool-errors.js';

const FOLDER = 'Videos';
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** Questions in a row that may fail for a moment. */
const MAX_FAILURES = 5;
const UNKNOWN =
  'The service restarted while the video was ordered. Whether the order arrived is not known, and it was not sent again, because it costs money. Ask the person before ordering another one.';

export const generateVideo = defineTool({
  name: 'generate_video',
  description:
    'Makes a video from a description and saves it, which takes minutes. Answers the file; the person sees it. It costs much more than an image, so make only what was asked for.',
  class: 'generate',
  needs: 'computer',
  requires: 'videos',
  parallel: false,
  continues: true,
  input: z.strictObject({
    prompt: z.string().trim().min(1).max(MAX_PROMPT),
    file_stem: fileStem.describe('Name of the file without extension'),
    seconds: z
      .literal([...VIDEO_SECONDS])
      .optional()
      .describe('Length; 4 when left out'),
    output_dir: z.string().max(4_096).optional().describe(`Folder; ~/workspace/${FOLDER} when left out`),
    orientation: z.enum(VIDEO_ORIENTATIONS).optional().describe('landscape when left out'),
  }),
  async execute({ prompt, file_stem, seconds = 4, output_dir = FOLDER, orientation = 'landscape' }, context) {
    const port = connectedMedia(context, 'videos');
    const folder = parsePath(output_dir);
    const id = await orderOnce(port, { prompt, seconds, orientation }, context);
    await isMade(port, id, context).catch(async (error: unknown) => {
      // After a shutdown another worker waits on.
      if (context.signal.aborted && !context.isTakenOver()) await port.cancel(id);
      throw error;
    });
    const { bytes, extension, mediaType } = await port.content(id, context.signal);
    const location = await writeNewLarge(context, { folder, stem: file_stem, extension, content: bytes });
    return { type: 'file_ref', path: addressOf(location), media_type: mediaType, label: location.path.at(-1)! };
  },
});

/** The id of the order, which is sent once, whatever becomes of this process. */
async function orderOnce(port: VideoPort, request: VideoRequest, context: CallContext): Promise<string> {
  const { before, ordered } = await context.videoOrder();
  if (before === null) throw new ToolError(UNKNOWN, 'unknown_outcome');
  if (before !== undefined) return before;
  const { seconds } = request;
  const use = { task: 'video', model: port.model, expected: { images: 0, seconds } } as const;
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
      const { isDone, progress } = await port.state(id, signal);
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
