import { z } from 'zod';
import { applyEdits, editOperation } from './edit-operations.js';
import { parseFilePath, displayPath } from './paths.js';
import { readText, writeText } from './text-file.js';
import { defineTool, text } from '../tool.js';

export const editFile = defineTool({
  name: 'edit_file',
  about: 'Changes parts of a text file.',
  description:
    'Changes parts of a text file. Operations are applied in order, all or none; blocks and anchors are exact text ' +
    'of the file and must occur once.',
  class: 'write-local',
  needs: 'computer',
  parallel: false,
  input: z.strictObject({
    target_file: z.string().min(1).max(4096).describe('Path; a relative one starts in ~/workspace'),
    operations: z.array(editOperation).min(1).max(100),
  }),
  writes: ({ target_file }) => parseFilePath(target_file),
  async execute(args, context) {
    const path = parseFilePath(args.target_file);
    const before = await readText(context, path);
    const after = applyEdits(before.text, args.operations);
    if (after === before.text) return text(`${displayPath(path)} is already like that.`);
    await writeText(context, path, { text: after, before });
    const count = args.operations.length;
    return text(`Changed ${displayPath(path)} (${count} ${count === 1 ? 'operation' : 'operations'}).`);
  },
});
