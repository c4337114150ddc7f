/**
 * The indexer: a child process of the agent, with the lowest priority, which keeps the full-text index and answers
 * searches in it. It reads files itself, below the home only. It ends with the agent, whose channel it is started with.
 */
import fs from 'node:fs';
import os from 'node:os';
import { dirname } from 'node:path';
import { Folder } from '../../home/folder.js';
import { Documents } from '../documents/documents.js';
import { findInText, linesWith } from './marks.js';
import {
  DAMAGED,
  type IndexAnswer,
  type IndexEntry,
  type IndexSearch,
  type Notice,
  type Request,
  type Sent,
} from './messages.js';
import { parseQuery } from './query.js';
import { deleteIndex, IndexStore, isDamage } from './store.js';
import { readText, stateOf } from './text.js';
import { BACKGROUND_NICE } from '../../programs/priority.js';

/** Text that is read for the snippets of one answer, in characters. */
const MAX_READ = 8 * 1024 * 1024;
/** How long documents are read for a text inside of words. */
const INSIDE_MS = 500;
/** A batch is committed after this much text, so that a killed indexer loses little. */
const MAX_UNCOMMITTED = 4 * 1024 * 1024;

const [, , homePath = '', file = '', maxBytes = '', extractor = ''] = process.argv;
os.setPriority(BACKGROUND_NICE);
const home = Folder.root(homePath);
const turn = () => new Promise<void>((done) => setImmediate(done));

function openStore(): IndexStore {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Reading a fifo would never end.
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) deleteIndex(file);
  try {
    return new IndexStore(file, Number(maxBytes));
  } catch (error) {
    if (!isDamage(error)) throw error;
    deleteIndex(file);
    return new IndexStore(file, Number(maxBytes));
  }
}
const store = openStore();
const documents = new Documents({
  home,
  store,
  extractor,
  onWaiting: (hasWaiting) => process.send?.({ hasWaiting } satisfies Notice),
  onError: fail,
});

/** Writes what has changed, one transaction at a time; searches are answered between two files. */
async function putAll(entries: readonly IndexEntry[], haveChanged: boolean): Promise<void> {
  let uncommitted = 0;
  store.begin();
  for (const entry of entries) {
    if (!haveChanged && store.isKnown(entry)) continue;
    const [path] = entry;
    const names = path.split('/');
    if (documents.accepts(entry)) {
      const state = stateOf(home, names);
      if (state) store.putWaiting([path, state.mtime, state.size]);
      else store.remove(path);
      continue;
    }
    const found = readText(home, names);
    if (!found) {
      store.remove(path);
      continue;
    }
    // The state is the one that was read: if the file has changed since the notice, another notice follows.
    store.put([path, found.mtime, found.size], found.text);
    uncommitted += found.text?.length ?? 0;
    if (uncommitted > MAX_UNCOMMITTED) {
      store.commit();
      store.begin();
      uncommitted = 0;
    }
    await turn();
  }
  store.commit();
}

function write(change: () => void): void {
  store.begin();
  change();
  store.commit();
}

/** Files that still match as they are now, with their lines. */
function search(request: IndexSearch): IndexAnswer {
  const query = parseQuery(request.query);
  const { files, total } = store.search(query, request);
  let read = 0;
  let gone = 0;
  const found = files.flatMap(({ id, path, mtime, size }) => {
    if (read > MAX_READ) return [{ path, mtime, size, isExact: false, lines: [] }];
    const now = documents.textNow([path, mtime, size], id) ?? readText(home, path.split('/'));
    if (!now?.text) return (gone++, []);
    read += now.text.length;
    const { lines, isExact } = findInText(now.text, query, request.lines);
    const isSame = now.mtime === mtime && now.size === size;
    // Without a line the name matched, or the file has changed since.
    if (lines.length === 0 && !isSame) return (gone++, []);
    return [{ path, mtime: now.mtime, size: now.size, isExact, lines }];
  });
  return { files: found, total: total - gone };
}

/**
 * Documents that have the text of the query inside of words, which the index does not know. Their texts are read one
 * after the other, as far as that takes no longer than a moment: at about 180 MB a second, those of most homes are read
 * whole.
 */
function inside(request: IndexSearch): IndexAnswer {
  const { text, phrase } = parseQuery(request.query);
  const wanted = text.toLowerCase();
  const until = performance.now() + INSIDE_MS;
  const files: IndexAnswer['files'] = [];
  for (const { id, path, mtime, size } of store.documents(request)) {
    if (files.length === request.limit || performance.now() > until) break;
    const now = documents.textNow([path, mtime, size], id);
    if (!now?.text?.toLowerCase().includes(wanted)) continue;
    const lines = linesWith(now.text, text, request.lines);
    files.push({ path, mtime: now.mtime, size: now.size, isExact: phrase !== null, lines });
  }
  return { files, total: files.length };
}

async function answer(request: Request): Promise<IndexAnswer | undefined> {
  switch (request.kind) {
    case 'search':
      return search(request.search);
    case 'inside':
      return inside(request.search);
    case 'entries':
      await putAll(request.entries, request.haveChanged);
      documents.begin();
      return undefined;
    case 'removed':
      return write(() => request.paths.forEach((path) => store.remove(path))) as undefined;
    case 'sweep':
      return store.beginSweep() as undefined;
    case 'swept':
      return write(() => store.endSweep()) as undefined;
  }
}

/** Ends the process when the index is damaged; the next one begins with an empty one. */
function fail(error: unknown): void {
  if (!isDamage(error)) return;
  store.close();
  deleteIndex(file);
  process.exit(DAMAGED);
}

process.on('message', ({ id, ...request }: Sent) => {
  answer(request as Request).then(
    (found) => process.send?.({ id, ok: true, answer: found }),
    (error: unknown) => {
      fail(error);
      // A search may fail in the middle of a batch, which goes on.
      if (request.kind !== 'search' && request.kind !== 'inside') store.rollback();
      process.send?.({ id, ok: false, error: String(error) });
    },
  );
});
process.on('disconnect', () => process.exit(0));
documents.begin();
