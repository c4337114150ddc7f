import { z } from 'zod';
import { parseFilePath, displayPath } from './paths.js';
import { readBytes, writeText } from './text-file.js';
import { ToolError } from '../tool-errors.js';
import { defineTool, text } from '../tool.js';

const MAX_CHARACTERS = 4_000_000;

export const createOrRewriteFile = defineTool({
  name: 'create_or_rewrite_file',
  about: 'Makes a text file, or writes one anew that it has read.',
  description:
    'Creates a text file, with its folders, or replaces the whole content of one that was read before in this chat.',
  class: 'write-local',
  needs: 'computer',
  parallel: false,
  input: z.strictObject({
    target_file: z.string().min(1).max(4096).describe('Path; a relative one starts in ~/workspace'),
    content: z.string().max(MAX_CHARACTERS).describe('The whole content'),
  }),
  writes: ({ target_file }) => parseFilePath(target_file),
  async execute(args, context) {
    const path = parseFilePath(args.target_file);
    const before = await readBytes(context, path);
    if (before) {
      const seen = await context.seen(path);
      if (seen === undefined)
        throw new ToolError(`${displayPath(path)} exists already. Read it first, then rewrite it.`, 'not_read');
      if (seen !== before.hash)
        throw new ToolError(`${displayPath(path)} was changed since it was read. Read it again first.`, 'conflict');
    }
    await writeText(context, path, { text: args.content, before });
    return text(`${before ? 'Rewrote' : 'Created'} ${displayPath(path)} (${count(args.content)}).`);
  },
});

function count(content: string): string {
  const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`;
}
