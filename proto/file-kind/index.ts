/** The kind of a file by its name (FV-03), for the browser and the server. */
export const kinds = [
  'directory',
  'markdown',
  'textual',
  'image',
  'audio',
  'video',
  'heic',
  'html',
  'pdf',
  'ebook',
  'docx',
  'csv',
  'tsv',
  'excel',
  'json',
  'sqlite',
  'sheet',
  'routine',
  'zopage',
  'binary',
  'unknown',
] as const;
export type Kind = (typeof kinds)[number];

const GROUPS: Partial<Record<Kind, string>> = {
  markdown: 'md markdown mdx',
  sheet: 'sheet.json',
  image: 'png jpg jpeg gif webp avif bmp ico svg',
  heic: 'heic heif',
  // `.webm` is of both groups; its name alone makes it a video, because the later group wins.
  audio: 'mp3 wav m4a flac ogg webm aac wma opus',
  video: 'mp4 webm mov avi mkv wmv flv 3gp 3g2',
  html: 'html htm',
  pdf: 'pdf',
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  excel: 'xlsx xls xlsm ods',
  docx: 'docx',
  ebook: 'epub mobi azw3 fb2',
  sqlite: 'sqlite sqlite3 db',
  zopage: 'zopage',
  routine: 'zoroutine',
  textual:
    'txt text log rst adoc org tex bib ini cfg conf toml yaml yml env properties lock gitignore gitattributes ' +
    'dockerignore editorconfig npmrc ' +
    'js mjs cjs jsx ts mts cts tsx vue svelte astro css scss sass less py pyi ipynb rb php java kt kts scala go ' +
    'rs c h cc cpp cxx hpp hh cs fs swift m mm ' +
    'sh bash zsh fish ps1 bat cmd lua pl pm r jl dart ex exs erl hrl clj cljs hs elm ml mli nim zig sql graphql ' +
    'gql proto xml xsd xsl plist svgz jsonl ndjson json5 jsonc ' +
    'diff patch srt vtt tf hcl nix gradle cmake make mk dockerfile vim d2 mmd dot puml transcript.jsonl',
  binary:
    'zip tar gz tgz bz2 xz zst 7z rar jar war exe dll so dylib a o class pyc wasm bin dat iso img dmg deb rpm apk ' +
    'woff woff2 ttf otf eot',
};

const BY_EXTENSION = new Map(
  Object.entries(GROUPS).flatMap(([kind, list]) =>
    list!.split(' ').map((extension): [string, Kind] => [extension, kind as Kind]),
  ),
);
/** Extensions of a kind, without those of two parts, whose last part belongs to another kind. */
export const extensionsOf = (kind: Kind): string[] =>
  (GROUPS[kind] ?? '').split(' ').filter((extension) => extension !== '' && !extension.includes('.'));

/** Names of text files without an extension, in lower case. */
const TEXT_NAMES = new Set(
  (
    'dockerfile makefile readme license licence copying notice changelog authors gemfile rakefile procfile justfile ' +
    '.gitattributes'
  ).split(' '),
);
const DOT_NAMES = /^\.(env(\.[a-z]+)?|[a-z]+(rc|ignore|profile|config|_history|_aliases|_logout))$/i;

/** Kinds whose content is included in the response as text. */
const TEXT_KINDS = new Set<Kind>(['markdown', 'textual', 'html', 'csv', 'tsv', 'json', 'sheet', 'routine', 'zopage']);
export const isTextKind = (kind: Kind) => TEXT_KINDS.has(kind);

/** Extensions of two parts. */
const COMPOUND = ['.sheet.json', '.transcript.jsonl', '.tar.gz'];

/** `.md`, `.sheet.json`; empty for names without an extension and for dot-files. */
export function extensionOf(name: string): string {
  const compound = COMPOUND.find((ending) => name.toLowerCase().endsWith(ending) && name.length > ending.length);
  if (compound) return name.slice(-compound.length);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : '';
}

/** Extension without its dot, in lower case. */
export const bareExtension = (name: string) => extensionOf(name).slice(1).toLowerCase();

export function kindOf(name: string): Kind {
  const known = BY_EXTENSION.get(bareExtension(name));
  if (known) return known;
  return TEXT_NAMES.has(name.toLowerCase()) || DOT_NAMES.test(name) ? 'textual' : 'unknown';
}
