import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { Path } from '@zo/proto/agent/v1';
import { ErrorReason } from '@zo/proto/agent/v1';
import type { AgentConfig } from '../config.js';
import { agentError } from '../errors.js';
import { openRegular, versionOf } from '../files/read.js';
import type { EntryLocation, Home } from '../home/home.js';
import { showPath } from '../home/names.js';
import { FILE_DESCRIPTOR, type TableFormat, type TableWindow, type WindowRequest } from './messages.js';
import { ReaderEnded, TableProcess } from './table-process.js';

/** Files that are read at once. */
const MAX_PROCESSES = 2;
/** A process without work ends after this time, to give its memory back. */
const IDLE_MS = 60_000;

const ENDED = 'This table needs more memory than there is for it. Filter first, or use a smaller file.';

const FORMATS: Record<string, TableFormat> = {
  csv: 'csv',
  tsv: 'tsv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  db: 'sqlite',
  xlsx: 'excel',
  xlsm: 'excel',
  xls: 'excel',
  ods: 'excel',
  parquet: 'parquet',
};

/** The format that a file of this name is read in. `records`: of JSON, which has lines as well. */
function formatOf(name: string, { records }: { records: boolean }): TableFormat {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (records && ending === 'json') return 'json';
  return FORMATS[ending] ?? 'lines';
}

/** Large parsers are bundles beside the one that reads all other tables. */
const BUNDLES: Partial<Record<TableFormat, string>> = { excel: 'workbook.mjs', parquet: 'parquet.mjs' };

interface OpenTable {
  etag: string;
  process: TableProcess;
  hasAnswered: boolean;
  idle: NodeJS.Timeout;
}

export interface AskedFile {
  readonly path?: Path | undefined;
  /** Refused if the file has another; empty: any. */
  readonly etag: string;
  /** JSON: its lists of records instead of its lines. */
  readonly records: boolean;
}

/** Windows of tables, each file read by a child process that may end at any time. */
export class Tables {
  /** By path and format; the one that was used last is the last. */
  private readonly open = new Map<string, OpenTable>();

  constructor(
    private readonly home: Home,
    private readonly config: Pick<AgentConfig, 'tableReader' | 'tableMs'>,
  ) {}

  /** @throws ConnectError */
  async rows(file: AskedFile, request: WindowRequest): Promise<{ etag: string; window: TableWindow }> {
    if (!this.config.tableReader)
      throw agentError(ErrorReason.PROGRAM_MISSING, 'Tables cannot be read on this computer.');
    for (;;) {
      const table = await this.home.within(file.path, { follow: true }, (place) => this.tableAt(place, file));
      const { hasAnswered } = table;
      try {
        const window = await table.process.ask(request);
        table.hasAnswered = true;
        table.idle.refresh();
        return { etag: table.etag, window };
      } catch (error) {
        if (!(error instanceof ReaderEnded)) throw error;
        // A process that rested may have been ended by anything; one that was just started needs too much.
        if (!hasAnswered) throw agentError(ErrorReason.UNREADABLE, ENDED);
      }
    }
  }

  private tableAt(place: EntryLocation, { path, etag: wanted, records }: AskedFile): OpenTable {
    const shown = showPath(path);
    const format = formatOf(shown, { records });
    const key = `${format} ${shown}`;
    const { fd, stats } = openRegular(place, shown);
    try {
      const pending = format === 'sqlite' ? pendingOf(place) : '';
      const etag = etagOf(stats) + pending;
      if (wanted !== '' && wanted !== etag)
        throw agentError(ErrorReason.STALE_BASE, `"${shown}" has changed.`, { current: versionOf(stats, '') });
      const known = this.open.get(key);
      if (known && known.etag === etag && !known.process.isGone) return this.use(key, known);
      if (known) this.close(key, known);
      const args = format === 'sqlite' ? databaseArguments(place, pending !== '') : [];
      return this.use(key, this.start(key, { format, fd, etag, args }));
    } finally {
      fs.closeSync(fd);
    }
  }

  private use(key: string, table: OpenTable): OpenTable {
    this.open.delete(key);
    this.open.set(key, table);
    table.idle.refresh();
    return table;
  }

  private start(
    key: string,
    { etag, ...file }: { format: TableFormat; fd: number; etag: string; args: string[] },
  ): OpenTable {
    this.makeRoom();
    const { tableReader, tableMs: answerMs } = this.config;
    const bundle = BUNDLES[file.format];
    const program = bundle ? join(dirname(tableReader), bundle) : tableReader;
    const onExit = () => this.open.get(key) === table && this.close(key, table);
    const process = new TableProcess({ program, answerMs, ...file, onExit });
    const idle = setTimeout(() => (process.isBusy ? idle.refresh() : this.close(key, table)), IDLE_MS).unref();
    const table: OpenTable = { etag, process, idle, hasAnswered: false };
    return table;
  }

  /** Ends the process that was not used for longest. @throws LIMIT_REACHED when all of them work */
  private makeRoom(): void {
    if (this.open.size < MAX_PROCESSES) return;
    const resting = [...this.open].find(([, { process }]) => !process.isBusy);
    if (!resting) throw agentError(ErrorReason.LIMIT_REACHED, 'Two other tables are being read.');
    this.close(...resting);
  }

  private close(key: string, { process, idle }: OpenTable): void {
    clearTimeout(idle);
    process.kill();
    this.open.delete(key);
  }

  /** Ends all processes. */
  end(): void {
    for (const [key, table] of this.open) this.close(key, table);
  }
}

const etagOf = (stats: fs.BigIntStats) =>
  `${stats.ino.toString(36)}-${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}`;

/** SQLite opens a file by a path only. */
const databaseArguments = ({ folder, name }: EntryLocation, isLive: boolean) => [
  folder.ofFile(FILE_DESCRIPTOR, name as string),
  ...(isLive ? ['live'] : []),
];

/** The state of what a program has not yet moved into the database; empty if there is nothing. */
function pendingOf({ folder, name }: EntryLocation): string {
  return ['-wal', '-journal']
    .map((ending) => folder.lstat(`${name}${ending}`))
    .map((stats) =>
      stats?.isFile() && stats.size > 0 ? `-${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}` : '',
    )
    .join('');
}
