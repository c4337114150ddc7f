import { isArchive } from '../../operations/convert/is-archive';
import type { Viewer, ViewedFile } from './viewer';

const isKind =
  (...kinds: ViewedFile['kind'][]) =>
  ({ kind }: ViewedFile) =>
    kinds.includes(kind);

/** An empty file is text, whatever its name promises. */
const isBinary = ({ isText, size }: ViewedFile) => !isText || size === 0;

const JSON_LINES = /(?<!\.transcript)\.(jsonl|ndjson)$/i;
/** Tables in another encoding than UTF-8. */
const ROWS_NAME = /\.(csv|tsv)$/i;
/** Text that is too long for the editor. */
const LONG_TEXT: ReadonlySet<ViewedFile['kind']> = new Set(['markdown', 'textual', 'json', 'sheet', 'routine']);
/** Text in another encoding that the server has read as a whole; it counts as binary. */
const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|yaml|toml|sql|javascript|x-sh)$)/;
const FONT_NAME = /\.(ttf|otf|woff2?)$/i;

/** FV-01: all viewers, in the order in which they are matched. */
export const VIEWERS: readonly Viewer[] = [
  {
    id: 'transcript',
    label: 'Transcript',
    noun: 'transcript',
    match: ({ name, isText }) => isText && name.endsWith('.transcript.jsonl'),
    load: () => import('./transcript/viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
    wraps: true,
  },
  {
    id: 'article',
    label: 'Article',
    match: ({ isArticle, isText }) => isText && isArticle,
    load: () => import('./article/viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
    wraps: true,
  },
  {
    id: 'sheet',
    label: 'Sheet',
    match: ({ name, isText }) => isText && /\.sheet\.json$/i.test(name),
    load: () => import('./sheet/viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
  },
  {
    id: 'note',
    label: 'Note view',
    match: ({ kind, isText }) => isText && kind === 'markdown',
    load: () => import('./note/viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
    wraps: true,
  },
  {
    id: 'routine',
    label: 'Form',
    match: ({ kind, isText }) => isText && kind === 'routine',
    load: () => import('./routine/viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
    wraps: true,
  },
  {
    id: 'notebook',
    label: 'Notebook',
    noun: 'notebook',
    match: ({ name, isText }) => isText && /\.ipynb$/i.test(name),
    load: () => import('./notebook/viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
  },
  {
    id: 'html',
    label: 'Page',
    match: isKind('html'),
    load: () => import('./html/viewer'),
    read: 'content',
    origin: 'content',
    edit: 'text',
  },
  {
    id: 'table',
    label: 'Table',
    noun: 'table',
    match: ({ kind, name, isText }) => isText && (kind === 'csv' || kind === 'tsv' || JSON_LINES.test(name)),
    load: () => import('./table/viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
  },
  {
    id: 'json-table',
    label: 'Table',
    match: ({ hasRecords }) => hasRecords,
    load: () => import('./table/json-viewer'),
    read: 'whole',
    origin: 'app',
    edit: 'text',
  },
  {
    id: 'large-table',
    label: 'Table',
    match: ({ kind, name }) =>
      kind === 'csv' || kind === 'tsv' || JSON_LINES.test(name) || (kind === 'binary' && ROWS_NAME.test(name)),
    load: () => import('./table/viewer'),
    read: 'rows',
    origin: 'app',
  },
  {
    id: 'encoded-text',
    label: 'Text',
    match: ({ kind, mediaType, isText }) => !isText && kind === 'binary' && TEXT_TYPE.test(mediaType),
    load: () => import('./encoded-text/viewer'),
    read: 'bytes',
    origin: 'app',
  },
  {
    id: 'lines',
    label: 'Text',
    match: ({ kind, isText }) => !isText && LONG_TEXT.has(kind),
    load: () => import('./lines/viewer'),
    read: 'rows',
    origin: 'app',
  },
  {
    id: 'workbook',
    label: 'Table',
    noun: 'table',
    match: isKind('excel'),
    load: () => import('./table/workbook-viewer'),
    read: 'rows',
    origin: 'app',
  },
  {
    id: 'parquet',
    label: 'Table',
    noun: 'table',
    match: (file) => isBinary(file) && /\.parquet$/i.test(file.name),
    load: () => import('./table/viewer'),
    read: 'rows',
    origin: 'app',
  },
  {
    id: 'sqlite',
    label: 'Database',
    noun: 'database',
    match: isKind('sqlite'),
    load: () => import('./table/database-viewer'),
    read: 'rows',
    origin: 'app',
  },
  {
    id: 'image',
    label: 'Image',
    noun: 'image',
    match: isKind('image'),
    load: () => import('./image/viewer'),
    read: 'range',
    origin: 'app',
  },
  {
    id: 'audio',
    label: 'Audio',
    noun: 'recording',
    match: isKind('audio'),
    load: () => import('./audio/viewer'),
    read: 'range',
    origin: 'app',
  },
  {
    id: 'video',
    label: 'Video',
    noun: 'video',
    match: isKind('video'),
    load: () => import('./video/viewer'),
    read: 'range',
    origin: 'app',
  },
  {
    id: 'pdf',
    label: 'PDF',
    match: isKind('pdf'),
    load: () => import('./pdf/viewer'),
    read: 'range',
    origin: 'app',
  },
  {
    id: 'book',
    label: 'Book',
    match: ({ kind, name }) => kind === 'ebook' && /\.epub$/i.test(name),
    load: () => import('./book/viewer'),
    read: 'bytes',
    origin: 'content',
  },
  {
    id: 'docx',
    label: 'Document',
    match: isKind('docx'),
    load: () => import('./docx/viewer'),
    read: 'bytes',
    origin: 'app',
  },
  {
    id: 'heic',
    label: 'Image',
    match: isKind('heic'),
    load: () => import('./heic/viewer'),
    read: 'bytes',
    origin: 'app',
  },
  {
    id: 'font',
    label: 'Font',
    match: (file) => isBinary(file) && FONT_NAME.test(file.name),
    load: () => import('./font/viewer'),
    read: 'bytes',
    origin: 'app',
  },
  {
    id: 'archive',
    label: 'Archive',
    noun: 'archive',
    match: (file) => isBinary(file) && isArchive(file.name),
    load: () => import('./archive/viewer'),
    read: 'entries',
    origin: 'app',
  },
];

/** The fallback viewer, which shows details of the file. */
export const INFO: Viewer = {
  id: 'info',
  label: 'Details',
  match: () => true,
  load: () => import('./info/viewer'),
  read: 'none',
  origin: 'app',
};
