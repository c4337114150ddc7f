/** Limits of a computer's response to each call: bytes, elements, messages, time, and concurrent calls. */
import type { ResponseLimits } from '@zo/rpc';

const KB = 1024;
const MB = 1024 * KB;

/** How long a computer may be silent before it counts as unreachable. */
export const RESPONSE_TIMEOUT_MS = 30_000;
/** Time limit of status calls, as a share of `responseTimeoutMs`: a healthy computer answers them at once. */
const PROMPT_SHARE = 1 / 3;
/** Calls whose work grows with the data on the disk. A computer that hangs meanwhile fails its pings. */
export const LONG_FACTOR = 20;

type Declared = Partial<Omit<ResponseLimits, 'timeMs'>> & { readonly time?: 'prompt' | 'long' | 'open' };

const SMALL: Omit<ResponseLimits, 'timeMs'> = {
  messageBytes: 128 * KB,
  fields: 100,
  messages: 1,
  totalBytes: 128 * KB,
  group: 'small',
  atOnce: 32,
};

/** By service and method; all others use SMALL. */
const DECLARED: Readonly<Record<string, Declared>> = {
  // 1,000 entries and the name of the last one, passed on message by message, at the speed of the reader.
  'FileService/List': {
    messageBytes: MB,
    fields: 1_001,
    messages: 1_001,
    totalBytes: 384 * MB,
    group: 'list',
    atOnce: 4,
    perMessage: true,
  },
  // The content of a file, at most 8 MiB.
  'FileService/Read': { messageBytes: 9 * MB, totalBytes: 9 * MB, group: 'read', atOnce: 4 },
  // Files of up to 8 MiB together, and their paths.
  'FileService/ReadMany': { messageBytes: 9 * MB, totalBytes: 9 * MB, fields: 5_000, group: 'read', atOnce: 4 },
  // At most 500 names.
  'FileService/SearchNames': {
    messageBytes: 4 * MB,
    totalBytes: 4 * MB,
    fields: 20_000,
    group: 'search',
    atOnce: 4,
    time: 'long',
  },
  // At most 100 files with five short lines each, and the marks in them.
  'FileService/Find': { messageBytes: MB, totalBytes: MB, fields: 20_000, group: 'search', atOnce: 4 },
  'FileService/SearchContent': { messages: 10_000, totalBytes: 16 * MB, group: 'search', atOnce: 4, time: 'long' },
  // At most 10,000 hits; those of one file take at most 768 KiB, those of all 3 MiB.
  'FileService/FindHits': {
    messageBytes: 896 * KB,
    fields: 10_010,
    messages: 20_000,
    totalBytes: 4 * MB,
    group: 'hits',
    atOnce: 2,
    time: 'long',
  },
  'FileService/Watch': { messages: Infinity, totalBytes: Infinity, group: 'watch', atOnce: 200, time: 'open' },
  'FileService/Copy': { group: 'long', time: 'long' },
  'FileService/Move': { group: 'long', time: 'long' },
  'FileService/Remove': { group: 'long', time: 'long' },
  // Syncs folders on a disk that may be slow.
  'FileService/TrashEntry': { group: 'long', time: 'long' },
  'FileService/RestoreTrashed': { group: 'long', time: 'long' },
  'FileService/CommitUpload': { group: 'long', time: 'long' },
  // 2 MiB of markdown, whose signs take up to three bytes, and up to 50 images.
  'ConvertService/Convert': { group: 'convert', atOnce: 2, time: 'long' },
  'ArticleService/ReadPage': { messageBytes: 7 * MB, totalBytes: 7 * MB, group: 'article', atOnce: 4, time: 'long' },
  // At most 200 rows, each with up to two paths of 4 KB, and what stands beside the rows.
  // A screenshot of 1 MiB and 60,000 characters, or 4 MiB of a document. The agent shows one page after the other.
  'BrowserService/ViewPage': { messageBytes: 5 * MB, totalBytes: 5 * MB, group: 'browser', atOnce: 8, time: 'long' },
  // A message of 1 MiB, whose signs take up to three bytes. A program has two minutes to answer.
  'ToolServerService/Request': { messageBytes: 4 * MB, totalBytes: 4 * MB, group: 'tools', atOnce: 16, time: 'long' },
  'HistoryService/ListVersions': { messageBytes: 2 * MB, totalBytes: 2 * MB, fields: 210, group: 'history', atOnce: 4 },
  'HistoryService/ListDeleted': { messageBytes: 2 * MB, totalBytes: 2 * MB, fields: 210, group: 'history', atOnce: 4 },
  'HistoryService/ListChanges': { messageBytes: 2 * MB, totalBytes: 2 * MB, fields: 210, group: 'history', atOnce: 4 },
  'HistoryService/ListFolderMoments': {
    messageBytes: 4 * MB,
    totalBytes: 4 * MB,
    fields: 210,
    group: 'history',
    atOnce: 4,
  },
  'HistoryService/ListFolderFiles': {
    messageBytes: 2 * MB,
    totalBytes: 2 * MB,
    fields: 210,
    group: 'history',
    atOnce: 4,
  },
  'HistoryService/RestoreFolder': { messageBytes: MB, totalBytes: MB, fields: 210, group: 'long', time: 'long' },
  'HistoryService/RestoreVersion': { group: 'long', time: 'long' },
  'HistoryService/Flush': { group: 'long', time: 'long' },
  'HistoryService/RestoreChanges': { messageBytes: MB, totalBytes: MB, fields: 210, group: 'long', time: 'long' },
  'HistoryService/SnapshotRun': { group: 'long', time: 'long' },
  'HistoryService/RestoreRun': { messageBytes: MB, totalBytes: MB, fields: 210, group: 'long', time: 'long' },
  // At most 1,000 rows and 500 columns. Sorting and filtering end after 25 seconds.
  'TableService/Rows': { messageBytes: 2 * MB, totalBytes: 2 * MB, fields: 3_000, group: 'table', atOnce: 4 },
  // At most 5,000 entries, whose paths have 512 KiB together or a little more.
  'ArchiveService/ListArchive': {
    messageBytes: MB,
    totalBytes: MB,
    fields: 5_010,
    group: 'archive',
    atOnce: 2,
  },
  'ArchiveService/ExtractArchive': { group: 'long', time: 'long' },
  // A command runs at most ten minutes; 1 MiB of each of its two streams is kept.
  'ProcessService/Run': {
    messageBytes: MB,
    messages: 100_000,
    totalBytes: 3 * MB,
    group: 'run',
    atOnce: 64,
    time: 'open',
  },
  'TerminalService/ListTerminals': { fields: 1_000 },
  'ComputerService/Info': { group: 'prompt', time: 'prompt' },
  'ComputerService/Stats': { group: 'prompt', time: 'prompt' },
};

const timeOf = ({ time }: Declared, responseTimeoutMs: number, longTimeoutMs: number): number => {
  if (time === 'open') return Infinity;
  if (time === 'long') return longTimeoutMs;
  return time === 'prompt' ? responseTimeoutMs * PROMPT_SHARE : responseTimeoutMs;
};

/** Returns the limits of a call by its path, e.g. `/agent.v1.FileService/Read`; `longTimeoutMs`: of a long call. */
export function limitsOf(responseTimeoutMs: number, longTimeoutMs: number): (path: string) => ResponseLimits {
  return (path) => {
    const declared = DECLARED[path.slice('/agent.v1.'.length)] ?? {};
    const { time: _time, ...limits } = declared;
    return { ...SMALL, ...limits, timeMs: timeOf(declared, responseTimeoutMs, longTimeoutMs) };
  };
}
