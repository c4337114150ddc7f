import { agentErrorOf, byAssistant, fromAgentPath, isAgentError, toAgentPath } from '@zo/computer-client';
import { ConvertTarget } from '@zo/proto/agent/v1';
import { addressOf } from '@zo/proto/location';
import { z } from 'zod';
import { fileStem, writeNew } from '../files/new-file.js';
import { displayPath, parsePath } from '../files/paths.js';
import { readBytes } from '../files/text-file.js';
import { defineTool } from '../tool.js';
import { ToolError } from '../tool-errors.js';

const FOLDER = 'Diagrams';
const MAX_CODE = 100_000;

export const generateD2Diagram = defineTool({
  name: 'generate_d2_diagram',
  about: 'Draws a diagram and saves it beside its code.',
  description: [
    'Draws a diagram from code in the language D2, and saves the code (.d2) and the drawing (.svg).',
    'Answers the drawing; the person sees it. The layout engine is dagre; icons and imports are not',
    'loaded.',
  ].join(' '),
  class: 'write-local',
  needs: 'computer',
  parallel: false,
  input: z.strictObject({
    code: z.string().trim().min(1).max(MAX_CODE).describe('The whole diagram in D2'),
    file_stem: fileStem.describe('Name of the files without extension'),
    output_dir: z.string().max(4_096).optional().describe(`Folder; ~/workspace/${FOLDER} when left out`),
  }),
  async execute({ code, file_stem, output_dir = FOLDER }, context) {
    const { computer, conversationId, signal } = context;
    const folder = parsePath(output_dir);
    const source = await writeNew(context, { folder, stem: file_stem, extension: 'd2', content: Buffer.from(code) });
    try {
      const request = { path: toAgentPath(source), target: ConvertTarget.DRAWING, cause: byAssistant(conversationId) };
      const { to } = await computer.conversions.convert(request, { signal });
      const drawing = fromAgentPath(to!);
      const file = await readBytes(context, drawing);
      if (file) context.hasWritten(drawing, file.hash);
      const label = drawing.path.at(-1)!;
      return { type: 'file_ref', path: addressOf(drawing), media_type: 'image/svg+xml', label };
    } catch (error) {
      if (!isAgentError(error, 'unreadable')) throw error;
      throw new ToolError(`${agentErrorOf(error)!.message} The code is in ${displayPath(source)}.`, 'invalid_diagram');
    }
  },
});
