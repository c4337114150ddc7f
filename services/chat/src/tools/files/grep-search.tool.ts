import { z } from 'zod';
import { isTooSlow } from '../tool-errors.js';
import { fromAgentPath, toAgentPath } from '@zo/computer-client';
import { parsePath, displayPath } from './paths.js';
import { defineTool, text, type ToolContext } from '../tool.js';

const MAX_HITS = 200;
const MAX_LINE = 500;

const input = z.strictObject({
  query: z.string().min(1).max(1_000),
  location: z.string().max(4096).optional().describe('Folder to look in; ~/workspace when left out'),
  case_sensitive: z.boolean().optional(),
  exclude_pattern: z.string().max(1_000).optional().describe('Glob of files to leave out'),
  include_pattern: z.string().max(1_000).optional().describe('Glob of files to look at'),
  search_kind: z
    .enum(['text', 'regex', 'file_name'])
    .optional()
    .describe('text (default): literally; regex: ripgrep syntax; file_name: names that contain every word'),
});
type Args = z.infer<typeof input>;

export const grepSearch = defineTool({
  name: 'grep_search',
  about: 'Finds words in your files, and files by their names.',
  description: 'Finds lines in files, or files by name. Answers one line for each hit: path, line number, text.',
  class: 'read-local',
  needs: 'computer',
  parallel: true,
  input,
  async execute(args, context) {
    const hits = args.search_kind === 'file_name' ? await byName(args, context) : await byContent(args, context);
    if (hits.length === 0) return text('No matches.');
    const more = hits.length >= MAX_HITS ? [`(the first ${MAX_HITS}; narrow the search for others)`] : [];
    return { type: 'list', items: [...hits.slice(0, MAX_HITS), ...more] };
  },
});

async function byName(args: Args, { computer, signal }: ToolContext): Promise<string[]> {
  const path = toAgentPath(parsePath(args.location ?? ''));
  const { matches } = await computer.files.searchNames(
    { path, query: args.query, limit: MAX_HITS, directories: true, hidden: false },
    { signal },
  );
  return matches.map((match) => displayPath(fromAgentPath(match.path)));
}

async function byContent(args: Args, { computer, signal, shows }: ToolContext): Promise<string[]> {
  const request = {
    path: toAgentPath(parsePath(args.location ?? '')),
    query: args.query,
    regex: args.search_kind === 'regex',
    caseSensitive: args.case_sensitive ?? false,
    includePattern: args.include_pattern ?? '',
    excludePattern: args.exclude_pattern ?? '',
    limit: MAX_HITS,
  };
  const hits: string[] = [];
  try {
    for await (const hit of computer.files.searchContent(request, { signal })) {
      const path = fromAgentPath(hit.path);
      shows(path);
      hits.push(`${displayPath(path)}:${hit.line}: ${hit.text.slice(0, MAX_LINE)}`);
    }
  } catch (error) {
    if (hits.length === 0 || !isTooSlow(error)) throw error;
    hits.push('(the search took too long and was ended; there may be more)');
  }
  return hits;
}
