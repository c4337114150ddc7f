import { create } from '@bufbuild/protobuf';
import { PathSchema, Root, SearchContentRequestSchema, type Path } from '@zo/proto/agent/v1';
import { documentKindOf } from './documents/kinds.js';
import { Feed } from './index/feed.js';
import { excerpt, occurrences } from './index/marks.js';
import { extensionOf } from './index/store.js';
import { searchContent } from './content.js';
import { extensionArguments, WITHOUT_PROGRAMS } from './ripgrep.js';
import { type FindTools, type Found, isByAuthor, type Wanted } from './found.js';

/** How long the files are read, and lines that count; what was found until then counts. */
const MAX_MS = 2_000;
const MAX_LINES = 100;
const MIN_LENGTH = 2;

/** Whether the query is a text that may stand inside of words. */
export const isSubstring = ({ query: { text, excluded } }: Wanted): boolean =>
  text.length >= MIN_LENGTH && excluded.length === 0 && !/[\0\r\n]/.test(text);

/** Files that contain the typed text anywhere, also inside of words and in files that are not in the index. */
export async function findSubstrings(tools: FindTools, wanted: Wanted, signal: AbortSignal): Promise<Found[]> {
  if (!isSubstring(wanted)) return [];
  const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  const paths = wanted.path ? [wanted.path] : [Root.WORKSPACE, Root.SITES].map((root) => create(PathSchema, { root }));
  const found = new Map<string, Found>();
  for (const path of paths) await search(tools, { wanted, path, until, found });
  return [...found.values()];
}

interface Search {
  wanted: Wanted;
  path: Path;
  until: AbortSignal;
  found: Map<string, Found>;
}

async function search(tools: FindTools, { wanted, path, until, found }: Search): Promise<void> {
  const { text } = wanted.query;
  const feed = new Feed(tools.watcher);
  const request = create(SearchContentRequestSchema, { path, query: text });
  // Which lines count is known here, so it is not lines of other files that end the search.
  const files = [...extensionArguments([...wanted.extensions]), ...WITHOUT_PROGRAMS];
  const content = { ...tools, maxPerFile: wanted.lines, max: Infinity, files };
  let lines = 0;
  try {
    for await (const hit of searchContent(content, request, until)) {
      const names = hit.path!.segments;
      // The bytes of documents are no text, even where words stand in them: the index has their text.
      if (documentKindOf(extensionOf(names.at(-1)!))) continue;
      const known = feed.find({ root: path.root, names })?.known;
      if (!known || known.mtime < wanted.since || !isByAuthor(wanted, path.root, names)) continue;
      if (wanted.extensions.size > 0 && !wanted.extensions.has(extensionOf(names.at(-1)!))) continue;
      const key = `${path.root}/` + names.join('/');
      const file: Found = found.get(key) ?? {
        root: path.root,
        names,
        directory: false,
        mtime: known.mtime,
        size: known.size,
        lines: [],
        isExact: wanted.query.phrase !== null,
      };
      if (file.lines.length < wanted.lines)
        file.lines.push({ line: hit.line, ...excerpt(hit.text, occurrences(hit.text, text)) });
      found.set(key, file);
      if (++lines === MAX_LINES) return;
    }
  } catch {
    // The folder is gone, or ripgrep is missing and reading took too long: what was found counts.
  }
}
