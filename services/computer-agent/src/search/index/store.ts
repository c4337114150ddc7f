import fs from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { IndexEntry, IndexPath, IndexSearch } from './messages.js';
import { matchOf, type Query } from './query.js';
import { foldWord, indexable } from './tokens.js';

/** Raised with every change of the tables or of how text becomes words: an index of another version is made anew. */
const VERSION = 2;
const PAGE = 4096;
const CACHE_KIB = 8_192;
const SQLITE_FULL = 13;
const DAMAGE = new Set([11, 26]);
/** Counting stops here: more is not shown as a number. */
const MAX_COUNT = 1_000;
/** Days after which recency has lost half of its weight. */
const RECENT_MS = 30 * 24 * 3_600_000;

/** Best: bm25 with a name worth eight times the text, and recent changes up to twice as good. `?6` is now. */
const ORDER: Record<IndexSearch['order'], string> = {
  best: `bm25(body, 8.0, 1.0) * (1.0 + 1.0 / (1.0 + max(0.0, ?6 - mtime) / ${RECENT_MS}.0))`,
  newest: 'mtime DESC, ?6',
  name: "replace(path, rtrim(path, replace(path, '/', '')), '') COLLATE NOCASE, ?6",
};

/** Values of `file.indexed`: without text, with text, and a document whose text is still to be extracted. */
const WITHOUT_TEXT = 0;
const WITH_TEXT = 1;
const WAITING = 2;
/** Text of a document has at most a million characters. */
const MAX_DOCUMENT_TEXT = 4 * 1024 * 1024;

/**
 * The text of text files is not stored: the snippet is read from the file, so the index never shows what is gone. That
 * of documents is, because its extraction takes seconds.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    extension TEXT NOT NULL,
    mtime REAL NOT NULL,
    size INTEGER NOT NULL,
    sweep INTEGER NOT NULL,
    indexed INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS waiting ON file (mtime) WHERE indexed = 2;
  CREATE TABLE IF NOT EXISTS document (id INTEGER PRIMARY KEY, text BLOB NOT NULL);
  CREATE VIRTUAL TABLE IF NOT EXISTS body USING fts5(
    name, text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
  );
  PRAGMA user_version=${VERSION};
`;

interface Row {
  id: number;
  path: string;
  mtime: number;
  size: number;
}

/** Primary code of an error of SQLite. */
const codeOf = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff;
export const isDamage = (error: unknown) => DAMAGE.has(codeOf(error));

/** Deletes the index with its journal. */
export function deleteIndex(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) fs.rmSync(file + suffix, { force: true, recursive: true });
}

function open(file: string, maxBytes: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5_000, defensive: true });
  try {
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    if (version !== 0 && version !== VERSION) throw Object.assign(new Error('another version'), { errcode: 26 });
    // Losing power must not damage the index; the last files may be missing then, which the next sweep finds.
    db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-${CACHE_KIB};
             PRAGMA trusted_schema=OFF; PRAGMA max_page_count=${Math.floor(maxBytes / PAGE)};`);
    const [{ quick_check: health } = { quick_check: 'ok' }] = db.prepare('PRAGMA quick_check(1)').all() as {
      quick_check: string;
    }[];
    if (health !== 'ok') throw Object.assign(new Error(health), { errcode: 11 });
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Extension in lower case without its dot; empty when there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** Bounds of the paths below a folder: the character after a slash is 0. */
const below = (folder: IndexPath): [string, string] => [`${folder}/`, `${folder}0`];

const boundsOf = (folder: IndexPath): [string, string] => (folder === '' ? ['', '\u{10ffff}'] : below(folder));

/** Empty: all. */
const listed = (extensions: readonly string[]): string =>
  extensions.length === 0 ? '' : ` ${extensions.map(foldWord).join(' ')} `;

/** The full-text index of a home: one SQLite file, which is thrown away and made anew when it is damaged. */
export class IndexStore {
  private readonly db: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private sweepNumber: number;
  private isFull = false;

  /** @throws Error for which `isDamage` holds */
  constructor(file: string, maxBytes: number) {
    this.db = open(file, maxBytes);
    const row = this.db.prepare('SELECT max(sweep) AS last FROM file').get() as { last: number | null };
    this.sweepNumber = row.last ?? 0;
  }

  private sql(text: string): StatementSync {
    let statement = this.statements.get(text);
    if (!statement) this.statements.set(text, (statement = this.db.prepare(text)));
    return statement;
  }

  begin(): void {
    this.db.exec('BEGIN IMMEDIATE');
  }

  commit(): void {
    this.db.exec('COMMIT');
  }

  rollback(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK');
  }

  /** True when this state of the file is in the index; it is then marked as seen in this sweep. */
  isKnown([path, mtime, size]: IndexEntry): boolean {
    const row = this.sql('SELECT id, mtime, size, sweep FROM file WHERE path = ?').get(path) as
      (Row & { sweep: number }) | undefined;
    if (!row || row.mtime !== mtime || row.size !== size) return false;
    if (row.sweep !== this.sweepNumber)
      this.sql('UPDATE file SET sweep = ? WHERE id = ?').run(this.sweepNumber, row.id);
    return true;
  }

  /** Runs a change in a transaction of its own, or in the one that is open. */
  change(work: () => void): void {
    if (this.db.isTransaction) return work();
    this.begin();
    try {
      work();
      this.commit();
    } finally {
      this.rollback();
    }
  }

  /** A document whose text is still to be extracted, the last changed first. */
  nextWaiting(resting: ReadonlySet<string>): IndexEntry | null {
    const row = this.sql(
      `SELECT path, mtime, size FROM file WHERE indexed = ${WAITING} AND path NOT IN (SELECT value FROM json_each(?))
       ORDER BY mtime DESC LIMIT 1`,
    ).get(JSON.stringify([...resting])) as Row | undefined;
    return row ? [row.path, row.mtime, row.size] : null;
  }

  isWaiting([path, mtime, size]: IndexEntry): boolean {
    const found = this.sql(`SELECT 1 FROM file WHERE path = ? AND mtime = ? AND size = ? AND indexed = ${WAITING}`);
    return found.get(path, mtime, size) !== undefined;
  }

  /** Writes the name of a document whose text is to be extracted. */
  putWaiting(entry: IndexEntry): void {
    this.put(entry, null, { state: this.isFull ? WITHOUT_TEXT : WAITING });
  }

  /** Text of a document as it was extracted. */
  documentText(id: number): string | null {
    const row = this.sql('SELECT text FROM document WHERE id = ?').get(id) as { text: Uint8Array } | undefined;
    return row ? zstdDecompressSync(row.text, { maxOutputLength: MAX_DOCUMENT_TEXT }).toString('utf8') : null;
  }

  /** Documents with text that a search accepts, the last changed first. */
  documents({ folder, extensions, since, paths }: Omit<IndexSearch, 'query' | 'lines'>): Iterable<Row> {
    const [from, to] = boundsOf(folder);
    return this.sql(
      `SELECT file.id, path, mtime, size FROM document JOIN file ON file.id = document.id
       WHERE path > ?1 AND path < ?2 AND mtime >= ?3 AND (?4 = '' OR instr(?4, ' ' || extension || ' ') > 0)
         AND (?5 IS NULL OR path IN (SELECT value FROM json_each(?5)))
       ORDER BY mtime DESC`,
    ).iterate(
      from,
      to,
      since,
      listed(extensions),
      paths && JSON.stringify(paths),
    ) as Iterable<unknown> as Iterable<Row>;
  }

  /** Writes one file. `text` null: only its name is searched for. `isDocument`: the text is stored for snippets. */
  put(
    [path, mtime, size]: IndexEntry,
    text: string | null,
    { isDocument = false, state = WITHOUT_TEXT }: { isDocument?: boolean; state?: number } = {},
  ): void {
    this.removeFile(path);
    const indexed = text !== null && !this.isFull;
    const { lastInsertRowid } = this.sql(
      'INSERT INTO file (path, extension, mtime, size, sweep, indexed) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(path, extensionOf(path), mtime, size, this.sweepNumber, indexed ? WITH_TEXT : state);
    if (!indexed) return;
    const name = path.slice(path.lastIndexOf('/') + 1);
    try {
      this.sql('INSERT INTO body (rowid, name, text) VALUES (?, ?, ?)').run(
        lastInsertRowid,
        indexable(name),
        indexable(text),
      );
      if (isDocument)
        this.sql('INSERT INTO document (id, text) VALUES (?, ?)').run(lastInsertRowid, zstdCompressSync(text));
    } catch (error) {
      if (codeOf(error) !== SQLITE_FULL || !this.db.isTransaction) throw error;
      this.isFull = true;
    }
  }

  private removeFile(path: IndexPath): void {
    const row = this.sql('SELECT id, indexed FROM file WHERE path = ?').get(path);
    if (row) this.removeRow(row as unknown as { id: number; indexed: number });
  }

  private removeRow({ id, indexed }: { id: number; indexed: number }): void {
    const hasText = indexed === WITH_TEXT;
    if (hasText) this.sql('DELETE FROM body WHERE rowid = ?').run(id);
    if (hasText) this.sql('DELETE FROM document WHERE id = ?').run(id);
    this.sql('DELETE FROM file WHERE id = ?').run(id);
    if (hasText) this.isFull = false;
  }

  /** Removes a file, or a folder with everything in it. */
  remove(path: IndexPath): void {
    this.removeFile(path);
    const inside = this.sql('SELECT id, indexed FROM file WHERE path > ? AND path < ?').all(...below(path));
    for (const row of inside) this.removeRow(row as unknown as { id: number; indexed: number });
  }

  /** Begins a sweep: files that are not confirmed until `endSweep` are gone. */
  beginSweep(): void {
    this.sweepNumber++;
  }

  endSweep(): void {
    const gone = this.sql('SELECT id, indexed FROM file WHERE sweep <> ?').all(this.sweepNumber);
    for (const row of gone) this.removeRow(row as unknown as { id: number; indexed: number });
  }

  /**
   * The first files for a query in the wanted order.
   * @returns also how many files match, counted up to 1,000
   */
  search(query: Query, search: Omit<IndexSearch, 'query' | 'lines'>): { files: Row[]; total: number } {
    const match = matchOf(query);
    if (match === null) return { files: [], total: 0 };
    const where = `body MATCH ?1 AND path > ?2 AND path < ?3 AND mtime >= ?4
      AND (?5 = '' OR (extension <> '' AND instr(?5, ' ' || extension || ' ') > 0))
      AND (?8 IS NULL OR path IN (SELECT value FROM json_each(?8)))`;
    const extensions = listed(search.extensions);
    const [from, to] = boundsOf(search.folder);
    const paths = search.paths && JSON.stringify(search.paths);
    const values = [match, from, to, search.since, extensions, Date.now(), search.limit, paths];
    const { total } = this.sql(
      `SELECT count(*) AS total FROM (
         SELECT 1 FROM body JOIN file ON file.id = body.rowid WHERE ${where} LIMIT ${MAX_COUNT})`,
    ).get(...values) as { total: number };
    const files = this.sql(
      `SELECT id, path, mtime, size FROM body JOIN file ON file.id = body.rowid WHERE ${where}
       ORDER BY ${ORDER[search.order]}, path LIMIT ?7`,
    ).all(...values) as unknown as Row[];
    return { files, total };
  }

  close(): void {
    this.db.close();
  }
}
