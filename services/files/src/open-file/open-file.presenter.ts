import { type Entry, Kind as EntryKind } from '@zo/proto/agent/v1';
import type { AnyLocation } from '@zo/proto/location';
import { anyRoot } from '@zo/http';
import { z } from 'zod';
import { displayPath } from '../paths.js';
import { type SiteConfig, siteConfig } from '../sites/site.js';
import type { Page } from '../tree/listing.service.js';
import { bareExtension, type Kind, kinds } from '@zo/proto/file-kind';
import { mediaTypeOf } from './media-type.js';
import { sheet } from './sheets.js';
import { type Table, tableOf } from './table.js';

/** A row of a folder (FT-02). Times in Unix milliseconds, sizes in bytes. */
const item = z
  .strictObject({
    name: z.string(),
    isDirectory: z.boolean(),
    size: z.number(),
    mtime: z.number(),
    birthtime: z.number(),
    error: z.string().optional(),
    isStaged: z.literal(false),
  })
  .meta({ id: 'Item' });
export type Item = z.infer<typeof item>;

function presentItem(entry: Entry): Item {
  return {
    name: entry.name,
    isDirectory: entry.kind === EntryKind.DIRECTORY,
    size: Number(entry.size),
    mtime: entry.mtimeMs,
    birthtime: entry.birthtimeMs,
    ...(entry.error && { error: entry.error }),
    isStaged: false,
  };
}

const FLAGS = {
  isImage: 'image',
  isHeic: 'heic',
  isAudio: 'audio',
  isVideo: 'video',
  isMarkdown: 'markdown',
  isHtml: 'html',
  isPdf: 'pdf',
  isEbook: 'ebook',
  isDocx: 'docx',
  isCsv: 'csv',
  isTsv: 'tsv',
  isExcel: 'excel',
  isJson: 'json',
  isSqlite: 'sqlite',
  isTextual: 'textual',
  isZopage: 'zopage',
  isRoutine: 'routine',
} satisfies Record<string, Kind>;
const flagNames = Object.keys(FLAGS) as (keyof typeof FLAGS)[];

/** The open-file data of FT-01. */
export const openFile = z
  .strictObject({
    urlSlug: z.array(z.string()),
    root: anyRoot,
    filePath: z.string(),
    isDir: z.boolean(),
    fileContent: z.string().nullable(),
    directoryContents: z.array(item).nullable(),
    /** Set for a folder with more entries than one response holds: pass it as `after`. */
    next: z.string().optional(),
    /** For CSV and TSV: the first rows, each with a cell for every column. */
    tableData: z.array(z.array(z.string())).nullable(),
    tableColumns: z.array(z.string()).nullable(),
    /** For a workbook: its first sheets with their first rows. */
    sheets: z.array(sheet).nullable(),
    zopageInfo: z.null(),
    /** For a folder with a valid site config file. */
    zoSiteConfig: siteConfig.nullable(),
    error: z.string().optional(),
    fileExtension: z.string(),
    fileSize: z.number(),
    mtimeMs: z.number(),
    birthtimeMs: z.number(),
    hash: z.string().optional(),
    mediaType: z.string().optional(),
    kind: z.enum(kinds).meta({ id: 'FileKind' }),
    ...(Object.fromEntries(flagNames.map((flag) => [flag, z.boolean()])) as Record<keyof typeof FLAGS, z.ZodBoolean>),
  })
  .meta({ id: 'OpenFile' });
export type OpenFile = z.infer<typeof openFile>;

const flagsOf = (kind: Kind) =>
  Object.fromEntries(flagNames.map((flag) => [flag, kind === FLAGS[flag]])) as Record<keyof typeof FLAGS, boolean>;

const EMPTY = {
  fileContent: null,
  directoryContents: null,
  tableData: null,
  tableColumns: null,
  sheets: null,
  zopageInfo: null,
  zoSiteConfig: null,
} as const;

function base(location: AnyLocation) {
  return { ...EMPTY, urlSlug: location.path, root: location.root, filePath: displayPath(location) };
}

export interface FolderFacts extends Page {
  readonly entry: Entry;
  readonly zoSiteConfig: SiteConfig | null;
}

export function presentFolder(location: AnyLocation, { entry, entries, next, zoSiteConfig }: FolderFacts): OpenFile {
  const times = { fileSize: 0, mtimeMs: entry.mtimeMs, birthtimeMs: entry.birthtimeMs };
  return {
    ...base(location),
    ...times,
    isDir: true,
    directoryContents: entries.map(presentItem),
    zoSiteConfig,
    ...(next !== undefined && { next }),
    fileExtension: '',
    kind: 'directory',
    ...flagsOf('directory'),
  };
}

export interface FileFacts {
  readonly entry: Entry;
  readonly kind: Kind;
  readonly content: string | null;
  readonly hash?: string;
  readonly tables: boolean;
  readonly sheets?: OpenFile['sheets'];
}

export function presentFile(location: AnyLocation, facts: FileFacts): OpenFile {
  const { entry, kind, content, hash, tables, sheets = null } = facts;
  return {
    ...base(location),
    isDir: false,
    fileContent: content,
    ...(tables && tableIn(kind, content)),
    sheets,
    fileExtension: bareExtension(entry.name),
    fileSize: Number(entry.size),
    mtimeMs: entry.mtimeMs,
    birthtimeMs: entry.birthtimeMs,
    hash,
    mediaType: mediaTypeOf(entry.name),
    kind,
    ...flagsOf(kind),
  };
}

const SEPARATORS: Partial<Record<Kind, ',' | '\t'>> = { csv: ',', tsv: '\t' };

function tableIn(kind: Kind, content: string | null): Table | null {
  const separator = SEPARATORS[kind];
  return separator && content !== null ? tableOf(content, separator) : null;
}

/** An entry that cannot be shown: the client throws `error` as its message (FT-01). */
export function presentError(location: AnyLocation, message: string): OpenFile {
  const nothing = { isDir: false, fileExtension: '', fileSize: 0, mtimeMs: 0, birthtimeMs: 0 };
  return { ...base(location), ...nothing, error: message, kind: 'unknown', ...flagsOf('unknown') };
}
