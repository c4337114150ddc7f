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

const FAMILIES: Record<Exclude<Family, 'folder' | 'file'>, string> = {
  note: 'md markdown txt rst org log text',
  code: 'py ipynb js jsx ts tsx mjs cjs c h cc cpp hpp cs go rs rb php java kt swift sh bash zsh fish ps1 css scss less html htm vue svelte json jsonl yaml yml toml ini cfg conf xml sql r lua pl ex exs erl hs clj scala dart zig nix tf dockerfile makefile env gitignore lock',
  table: 'csv tsv xls xlsx ods parquet',
  sheet: 'sheet.json',
  image: 'png jpg jpeg gif webp avif svg bmp ico tif tiff heic heif',
  audio: 'mp3 wav m4a flac ogg aac wma opus',
  video: 'mp4 webm mov avi mkv wmv flv 3gp 3g2 m4v',
  pdf: 'pdf',
  archive: 'zip tar gz tgz bz2 xz 7z rar zst',
  routine: 'zoroutine',
  data: 'sqlite sqlite3 db',
  book: 'epub mobi docx doc odt rtf',
};
const BY_EXTENSION = new Map(
  Object.entries(FAMILIES).flatMap(([family, list]) =>
    list.split(' ').map((extension) => [extension, family as Family] as const),
  ),
);

/** Family of a name, for its icon and the word for its kind. */
export function familyOf(name: string, isDirectory: boolean): Family {
  if (isDirectory) return 'folder';
  const lower = name.toLowerCase();
  if (lower.endsWith('.sheet.json')) return 'sheet';
  const extension = lower.slice(lower.lastIndexOf('.') + 1);
  return BY_EXTENSION.get(extension) ?? 'file';
}
