/** The files of the computer for other programs. What they write counts as brought from elsewhere. */
import { Injectable } from '@nestjs/common';
import { byCaller, type Computer, Computers, fromAgentPath, toAgentPath } from '@zo/computer-client';
import { Kind } from '@zo/proto/agent/v1';
import { z } from 'zod';
import { McpServersService } from '../../mcp/mcp-servers.service.js';
import { displayPath, filesOfPrograms, parseFilePath, parsePath } from '../../tools/files/paths.js';
import { decode } from '../../tools/files/text-file.js';
import { isConflict, ToolError } from '../../tools/tool-errors.js';
import { offer, type OfferedTool, textResult } from './offered-tool.js';

const MAX_ENTRIES = 1_000;
const MAX_HITS = 200;
const MAX_LINE = 500;
const MAX_READ = 2 * 1024 * 1024;
const MAX_WRITTEN = 1_000_000;
const path = z.string().max(4_096).describe('Path; a relative one starts in ~/workspace');
const KINDS: Partial<Record<Kind, string>> = { [Kind.DIRECTORY]: 'folder', [Kind.SYMLINK]: 'link' };

const listInput = z.strictObject({
  path: path.optional(),
  after: z.string().max(255).optional().describe('Only names behind this one'),
});
const readInput = z.strictObject({ path });
const writeInput = z.strictObject({
  path,
  content: z.string().max(MAX_WRITTEN).describe('The whole content'),
  overwrite: z.boolean().default(false).describe('Replaces a file that is there; its earlier version is kept'),
});
const searchInput = z.strictObject({
  query: z.string().min(1).max(1_000),
  path: path.optional(),
  kind: z.enum(['text', 'regex', 'file_name']).default('text'),
});

@Injectable()
export class FileTools {
  readonly tools: readonly OfferedTool[] = [
    offer({
      name: 'list_files',
      title: 'List files',
      description: 'Lists a folder in the order of names, at most 1,000 entries at a time.',
      scope: 'files:read',
      changes: false,
      input: listInput,
      execute: async (args, { ctx, signal }) =>
        this.computers.read(ctx, (computer) => list(computer, args, signal).then(textResult)),
    }),
    offer({
      name: 'read_file',
      title: 'Read a file',
      description: 'Reads a text file of at most 2 MB.',
      scope: 'files:read',
      changes: false,
      input: readInput,
      execute: async (args, { ctx, signal }) => {
        const target = parseFilePath(args.path);
        const request = { path: toAgentPath(target), maxBytes: BigInt(MAX_READ) };
        const { content } = await this.computers.read(ctx, ({ files }) => files.read(request, { signal }));
        return textResult(decode(content, target));
      },
    }),
    offer({
      name: 'search_files',
      title: 'Search files',
      description: 'Finds lines in files, or files by name; at most 200 hits.',
      scope: 'files:read',
      changes: false,
      input: searchInput,
      execute: async (args, { ctx, signal }) => {
        const hits = await this.computers.read(ctx, (computer) => search(computer, args, signal));
        return textResult(hits.join('\n') || 'No matches.');
      },
    }),
    offer({
      name: 'write_file',
      title: 'Write a file',
      description: 'Writes a text file and its folders. Replaces one that is there only with overwrite.',
      scope: 'files:write',
      changes: true,
      input: writeInput,
      execute: async ({ path: name, content, overwrite }, { ctx, signal }) => {
        const target = parseFilePath(name);
        const base = overwrite ? { case: 'any' as const, value: true } : { case: 'absent' as const, value: true };
        const request = {
          path: toAgentPath(target),
          content: Buffer.from(content),
          base: { base },
          createParents: true,
          cause: byCaller(ctx),
          confined: true,
          programs: filesOfPrograms((await this.servers.open(ctx)).commands).map(toAgentPath),
        };
        await this.computers
          .use(ctx, ({ files }) => files.write(request, { signal }))
          .catch((error: unknown) => {
            if (!isConflict(error)) throw error;
            throw new ToolError(`${displayPath(target)} is there already. Send overwrite to replace it.`, 'conflict');
          });
        return textResult(`Wrote ${displayPath(target)}.`);
      },
    }),
  ];

  constructor(
    private readonly computers: Computers,
    private readonly servers: McpServersService,
  ) {}
}

async function list(computer: Computer, args: z.infer<typeof listInput>, signal: AbortSignal): Promise<string> {
  const folder = parsePath(args.path ?? '');
  const request = { path: toAgentPath(folder), limit: MAX_ENTRIES, after: args.after ?? '' };
  const lines: string[] = [];
  let next = '';
  for await (const part of computer.files.list(request, { signal })) {
    for (const { name, kind, size } of part.entries) lines.push(`${name}\t${KINDS[kind] ?? `${size} bytes`}`);
    next = part.next;
  }
  if (next) lines.push(`(more behind ${JSON.stringify(next)})`);
  return [`${displayPath(folder)}:`, ...lines].join('\n');
}

async function search(
  { files }: Computer,
  { query, path: folder = '', kind }: z.infer<typeof searchInput>,
  signal: AbortSignal,
): Promise<string[]> {
  const at = toAgentPath(parsePath(folder));
  const common = { path: at, query, limit: MAX_HITS };
  if (kind === 'file_name') {
    const { matches } = await files.searchNames({ ...common, directories: true, hidden: false }, { signal });
    return matches.map((match) => displayPath(fromAgentPath(match.path)));
  }
  const hits: string[] = [];
  for await (const hit of files.searchContent({ ...common, regex: kind === 'regex', caseSensitive: false }, { signal }))
    hits.push(`${displayPath(fromAgentPath(hit.path))}:${hit.line}: ${hit.text.slice(0, MAX_LINE)}`);
  return hits;
}
