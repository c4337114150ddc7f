import { bareExtension, kindOf, type Kind } from '@zo/proto/file-kind';

/** Groups of file types that share an icon. */
export type Family =
  | 'folder'
  | 'note'
  | 'code'
  | 'table'
  | 'sheet'
  | 'image'
  | 'audio'
  | 'video'
  | 'pdf'
  | 'archive'
  | 'routine'
  | 'data'
  | 'book'
  | 'file';

/** What the kind of an entry is called in a listing. */
export const KIND_LABEL: Record<Family, string> = {
  folder: 'Folder',
  note: 'Text',
  code: 'Code',
  table: 'Table',
  sheet: 'Sheet',
  image: 'Image',
  audio: 'Audio',
  video: 'Video',
  pdf: 'PDF',
  archive: 'Archive',
  routine: 'Zoroutine',
  data: 'Database',
  book: 'Document',
  file: 'File',
};

const BY_KIND: Record<Kind, Family> = {
  directory: 'folder',
  markdown: 'note',
  textual: 'code',
  html: 'code',
  json: 'code',
  csv: 'table',
  tsv: 'table',
  excel: 'table',
  sheet: 'sheet',
  image: 'image',
  heic: 'image',
  audio: 'audio',
  video: 'video',
  pdf: 'pdf',
  ebook: 'book',
  docx: 'book',
  sqlite: 'data',
  routine: 'routine',
  zopage: 'file',
  binary: 'file',
  unknown: 'file',
};

/** Extensions of kinds that open alike and look different. */
const BY_EXTENSION = new Map(
  Object.entries({
    note: 'txt text log rst adoc org srt vtt',
    table: 'parquet',
    image: 'tif tiff',
    video: 'm4v',
    archive: 'zip tar tar.gz gz tgz bz2 xz zst 7z rar',
    book: 'doc odt rtf',
  } satisfies Partial<Record<Family, string>>).flatMap(([family, list]) =>
    list.split(' ').map((extension) => [extension, family as Family] as const),
  ),
);

const PROSE = /^(readme|licen[sc]e|copying|notice|changelog|authors)$/i;

/** Family of a name, for its icon and the word for its kind. */
export function familyOf(name: string, isDirectory: boolean): Family {
  if (isDirectory) return 'folder';
  if (PROSE.test(name)) return 'note';
  return BY_EXTENSION.get(bareExtension(name)) ?? BY_KIND[kindOf(name)];
}
