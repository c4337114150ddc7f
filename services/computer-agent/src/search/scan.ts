import fs from 'node:fs';
import { ErrorReason, type SearchContentRequest, type SearchContentResponse } from '@zo/proto/agent/v1';
import { errnoOf, agentError } from '../errors.js';
import { readdir } from '../files/calls.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { matchResponse } from './match-response.js';
import { lines } from './lines.js';

const MAX_LINE = 1024 * 1024;
const SKIPPED = /^(\.|node_modules$)/;

/** `*` and `?` match within a name, `**` across names; a pattern without a slash matches the last name alone. */
function globToRegExp(glob: string): RegExp {
  const body = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\u0001')
    .replaceAll('**', '\u0002')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\u0001', '(?:.*/)?')
    .replaceAll('\u0002', '.*');
  return new RegExp(glob.includes('/') ? `^${body.replace(/^\//, '')}$` : `(?:^|/)${body}$`);
}

/** Plain search in linear time, for computers without ripgrep. Regular expressions need ripgrep's linear engine. */
export async function* scan(
  home: Home,
  request: SearchContentRequest,
  { limit, until }: { limit: number; until: AbortSignal },
): AsyncGenerator<SearchContentResponse> {
  if (request.regex || request.wholeWord)
    throw agentError(ErrorReason.PROGRAM_MISSING, 'Searching for patterns or words needs ripgrep on the computer.');
  const include = request.includePattern ? globToRegExp(request.includePattern) : null;
  const exclude = request.excludePattern ? globToRegExp(request.excludePattern) : null;
  const wanted = request.caseSensitive ? request.query : request.query.toLowerCase();
  const fits = (text: string) => (request.caseSensitive ? text : text.toLowerCase()).includes(wanted);
  const place = home.walk(
    ['workspace', 'sites'].slice(request.path!.root - 1, request.path!.root).concat(request.path!.segments),
    { follow: true },
  );
  const top = place.name === null ? place.folder.again() : place.folder.open(place.name);
  place.folder.close();
  let found = 0;
  for await (const { folder, names } of files(top, [])) {
    if (until.aborted || found >= limit) break;
    const path = names.join('/');
    if ((include && !include.test(path)) || exclude?.test(path)) continue;
    for await (const { line, text } of linesOf(folder, names.at(-1) as string)) {
      if (!fits(text)) continue;
      yield matchResponse(request, { names, line, text });
      if (++found >= limit || until.aborted) break;
    }
  }
}

/** Regular files below a folder, depth first. Closes `folder`. */
async function* files(folder: Folder, above: string[]): AsyncGenerator<{ folder: Folder; names: string[] }> {
  try {
    for (const name of await readdir(folder.self)) {
      if (SKIPPED.test(name)) continue;
      const stats = folder.lstat(name);
      if (stats?.isFile()) yield { folder, names: [...above, name] };
      else if (stats?.isDirectory()) yield* files(folder.open(name), [...above, name]);
    }
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'EACCES') throw error;
  } finally {
    folder.close();
  }
}

async function* linesOf(folder: Folder, name: string): AsyncGenerator<{ line: number; text: string }> {
  const stream = fs.createReadStream('', { fd: folder.openFile(name).fd, highWaterMark: 256 * 1024 });
  let number = 0;
  for await (const { line } of lines(stream as AsyncIterable<Buffer>, MAX_LINE)) {
    // A zero byte marks a binary file, which is skipped as by ripgrep.
    if (line.includes(0)) return;
    yield { line: ++number, text: line.toString('utf8') };
  }
}
