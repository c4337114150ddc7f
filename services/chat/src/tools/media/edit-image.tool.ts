import { addressOf } from '@zo/proto/location';
import { z } from 'zod';
import { checkedImage } from '../../media/images.js';
import { connectedMedia } from './connected-media.js';
import { MAX_PROMPT } from './generate-image.tool.js';
import { fileStem, stemOf, writeNew } from '../files/new-file.js';
import { displayPath, parseFilePath } from '../files/paths.js';
import { readBytes } from '../files/text-file.js';
import { defineTool } from '../tool.js';
import { ToolError } from '../tool-errors.js';

export const editImage = defineTool({
  name: 'edit_image',
  about: 'Changes an image as you describe it, and saves the result beside it. It costs money.',
  description:
    'Changes an image (PNG, JPEG or WebP) as described and saves the result beside it; the image itself stays. It ' +
    'costs money.',
  class: 'generate',
  needs: 'computer',
  requires: 'images',
  parallel: false,
  input: z.strictObject({
    prompt: z.string().trim().min(1).max(MAX_PROMPT).describe('What to change'),
    filepath: z.string().min(1).max(4_096).describe('Path of the image'),
    file_suffix: fileStem.describe('Is added to the name, such as -red'),
  }),
  async execute({ prompt, filepath, file_suffix }, context) {
    const port = connectedMedia(context, 'images');
    const path = parseFilePath(filepath);
    const file = await readBytes(context, path);
    if (!file) throw new ToolError(`${displayPath(path)} does not exist.`, 'not_found');
    const image = await checkedImage(file.bytes, displayPath(path));
    context.hasRead(path, file.hash);
    const { model, price } = port;
    const use = { task: 'image', model, price, expected: { images: 1, seconds: 0 } } as const;
    const { bytes, extension, mediaType } = await context.meter(use, async (used) => {
      const made = await port.edit(prompt, image, context.signal);
      used({ images: 1 });
      return made;
    });
    const stem = `${stemOf(path)}${file_suffix}`;
    const folder = { root: path.root, path: path.path.slice(0, -1) };
    const location = await writeNew(context, { folder, stem, extension, content: bytes });
    return { type: 'file_ref', path: addressOf(location), media_type: mediaType, label: location.path.at(-1)! };
  },
});
