import { type Entry, Kind as EntryKind } from '@zo/proto/agent/v1';
import type { Location } from '@zo/shared/http';
import { readable } from '../paths.js';
import { bareExtension, type Kind, mediaTypeOf } from './kinds.js';

/** A row of a folder (FT-02). Times in unix milliseconds, sizes in bytes. */
export interface Item {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly size: number;
  readonly mtime: number;
  readonly birthtime: number;
  readonly error?: string;
  readonly isStaged: false;
}

export function presentItem(entry: Entry): Item {
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

/** The open-file data of the specification (001 §3). */
export interface OpenFile {
  readonly urlSlug: string[];
  readonly root: 'w' | 's';
  readonly filePath: string;
  readonly isDir: boolean;
  readonly fileContent: string | null;
  readonly directoryContents: Item[] | null;
  readonly tableData: null;
  readonly tableColumns: null;
  readonly sheets: null;
  readonly error?: string;
  readonly fileExtension: string;
  readonly fileSize: number;
  readonly mtimeMs: number;
  readonly birthtimeMs: number;
  readonly hash?: string;
  readonly mediaType?: string;
  readonly kind: Kind;
}

const FLAGS: Record<string, Kind> = {
  isImage: 'image', isHeic: 'heic', isAudio: 'audio', isVideo: 'video', isMarkdown: 'markdown', isHtml: 'html', isPdf: 'pdf', isEbook: 'ebook',
  isDocx: 'docx', isCsv: 'csv', isTsv: 'tsv', isExcel: 'excel', isJson: 'json', isSqlite: 'sqlite', isTextual: 'textual', isZopage: 'zopage', isRoutine: 'routine',
};

const flagsOf = (kind: Kind) => Object.fromEntries(Object.entries(FLAGS).map(([flag, of]) => [flag, kind === of]));

const EMPTY = { fileContent: null, directoryContents: null, tableData: null, tableColumns: null, sheets: null } as const;

function base(location: Location) {
  return { ...EMPTY, urlSlug: location.path, root: location.root, filePath: readable(location) };
}

export function presentFolder(location: Location, entry: Entry, contents: Item[]): OpenFile {
  const times = { fileSize: 0, mtimeMs: entry.mtimeMs, birthtimeMs: entry.birthtimeMs };
  return { ...base(location), ...times, isDir: true, directoryContents: contents, fileExtension: '', kind: 'directory', ...flagsOf('directory') };
}

export interface FileFacts {
  readonly entry: Entry;
  readonly kind: Kind;
  readonly content: string | null;
  readonly hash?: string;
}

export function presentFile(location: Location, { entry, kind, content, hash }: FileFacts): OpenFile {
  return {
    ...base(location),
    isDir: false,
    fileContent: content,
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

/** A thing that cannot be shown: the client throws `error` as its message (FT-01). */
export function presentFault(location: Location, message: string): OpenFile {
  const nothing = { isDir: false, fileExtension: '', fileSize: 0, mtimeMs: 0, birthtimeMs: 0 };
  return { ...base(location), ...nothing, error: message, kind: 'unknown', ...flagsOf('unknown') };
}
