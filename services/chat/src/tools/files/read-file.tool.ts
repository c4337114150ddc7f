import { z } from 'zod';
import { extensionOf, isPaged, mediaTypeOf } from './media.js';
import { readPages } from './pages.js';
import { readPicture } from './read-picture.js';
import { toAgentPath } from '@zo/computer-client';
import { addressOf } from '@zo/proto/location';
import { parseFilePath, displayPath } from './paths.js';
import { decode, readBytes } from './text-file.js';
import { ToolError } from '../tool-errors.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import { defineTool, text, type ToolContext } from '../tool.js';

const MAX_LINES = 2_000;
const MAX_CHARACTERS = 100_000;
const range = (what: string) =>
  z
    .strictObject({ start: z.int().min(1), end: z.int().min(1).optional() })
    .refine(({ start, end }) => end === undefined || end >= start, 'the end lies before the start')
    .optional()
    .describe(`${what}, from 1, both ends included`);

export const readFile = defineTool({
  name: 'read_file',
  about: 'Reads a file of yours: text, documents and images.',
  description:
    'Reads a file: text by lines, PDF and EPUB by pages, images as they look. Long ones answer their beginning and ' +
    'say how much there is.',
  class: 'read-local',
  needs: 'computer',
  parallel: true,
  input: z.strictObject({
    target_file: z.string().min(1).max(4096).describe('Path; a relative one starts in ~/workspace'),
    line_range: range('Lines of a text file'),
    page_range: range('Pages of a PDF or EPUB'),
  }),
  async execute(args, context) {
    const path = parseFilePath(args.target_file);
    context.shows(path);
    const extension = extensionOf(path);
    if (isPaged(extension)) return readPages(context, path, { kind: extension, range: args.page_range });
    const mediaType = mediaTypeOf(extension);
    if (mediaType?.startsWith('image/')) return readPicture(context, path, { extension, mediaType });
    if (mediaType) return fileRef(context, path, mediaType);
    const file = await readBytes(context, path);
    if (!file) throw new ToolError(`${displayPath(path)} does not exist.`, 'not_found');
    context.hasRead(path, file.hash);
    return text(numbered(decode(file.bytes, path), args.line_range));
  },
});

async function fileRef(
  context: ToolContext,
  path: ReturnType<typeof parseFilePath>,
  mediaType: string,
): Promise<ToolResult> {
  await context.computer.files.stat({ path: toAgentPath(path) }, { signal: context.signal });
  return { type: 'file_ref', path: addressOf(path), media_type: mediaType, label: path.path.at(-1)! };
}

function numbered(content: string, range: { start: number; end?: number } | undefined): string {
  const lines = content.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return '(the file is empty)';
  const start = range?.start ?? 1;
  if (start > lines.length) throw new ToolError(`The file has only ${lines.length} lines.`, 'out_of_range');
  const wanted = lines.slice(start - 1, Math.min(range?.end ?? Infinity, start - 1 + MAX_LINES));
  const kept = fitting(wanted);
  const end = start - 1 + kept.length;
  const whole = start === 1 && end === lines.length;
  const body = kept.join('\n');
  return whole ? body : `(lines ${start}–${end} of ${lines.length})\n${body}`;
}

/** Returns as many lines as fit; truncates a first line that is too long by itself. */
function fitting(lines: readonly string[]): string[] {
  let room = MAX_CHARACTERS;
  const kept: string[] = [];
  for (const line of lines) {
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    kept.push(line);
  }
  return kept.length === 0 && lines[0] !== undefined
    ? [`${lines[0].slice(0, MAX_CHARACTERS)} … (the line goes on)`]
    : kept;
}
