import { addressOf } from '@zo/proto/location';
import { z } from 'zod';
import { MAX_IMAGES, ORIENTATIONS } from '../../media/images.js';
import { connectedMedia } from './connected-media.js';
import { fileStem, writeNew } from '../files/new-file.js';
import { parsePath } from '../files/paths.js';
import { defineTool } from '../tool.js';

const FOLDER = 'Images';
export const MAX_PROMPT = 32_000;

export const generateImage = defineTool({
  name: 'generate_image',
  about: 'Makes images from a description and saves them. It costs money.',
  description:
    'Makes images from a description and saves them. Answers the files; the person sees them. It costs money, so ' +
    'make only what was asked for.',
  class: 'generate',
  needs: 'computer',
  requires: 'images',
  parallel: false,
  input: z.strictObject({
    prompt: z.string().trim().min(1).max(MAX_PROMPT),
    file_stem: fileStem.describe('Name of the file without extension'),
    n: z.int().min(1).max(MAX_IMAGES).optional().describe('How many images; 1 when left out'),
    output_dir: z.string().max(4_096).optional().describe(`Folder; ~/workspace/${FOLDER} when left out`),
    orientation: z.enum(ORIENTATIONS).optional().describe('square when left out'),
  }),
  async execute({ prompt, file_stem, n = 1, output_dir = FOLDER, orientation = 'square' }, context) {
    const port = connectedMedia(context, 'images');
    const folder = parsePath(output_dir);
    const { model, price } = port;
    const use = { task: 'image', model, price, expected: { images: n, seconds: 0 } } as const;
    const images = await context.meter(use, async (used) => {
      const made = await port.generate({ prompt, n, orientation }, context.signal);
      used({ images: made.length });
      return made;
    });
    const files = [];
    for (const [index, { bytes, extension, mediaType }] of images.entries()) {
      const stem = images.length > 1 ? `${file_stem}-${index + 1}` : file_stem;
      files.push({ location: await writeNew(context, { folder, stem, extension, content: bytes }), mediaType });
    }
    const [first, ...more] = files;
    if (more.length > 0) return { type: 'list', items: files.map(({ location }) => addressOf(location)) };
    const { location, mediaType } = first!;
    return { type: 'file_ref', path: addressOf(location), media_type: mediaType, label: location.path.at(-1)! };
  },
});
