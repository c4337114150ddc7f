/** What becomes of each kind of file of Google Drive. */
export const FOLDER = 'application/vnd.google-apps.folder';
export const SHORTCUT = 'application/vnd.google-apps.shortcut';
const GOOGLE = 'application/vnd.google-apps.';
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** As what a file arrives. */
export type Arrival = 'as_is' | 'markdown' | 'excel' | 'powerpoint' | 'image';

export interface Export {
  readonly arrival: Arrival;
  readonly type: string;
  readonly ending: string;
}

const EXPORTS: Readonly<Record<string, Export>> = {
  document: { arrival: 'markdown', type: 'text/markdown', ending: '.md' },
  spreadsheet: { arrival: 'excel', type: `${OFFICE}spreadsheetml.sheet`, ending: '.xlsx' },
  presentation: { arrival: 'powerpoint', type: `${OFFICE}presentationml.presentation`, ending: '.pptx' },
  drawing: { arrival: 'image', type: 'image/png', ending: '.png' },
};

const kindOf = (mimeType: string) => (mimeType.startsWith(GOOGLE) ? mimeType.slice(GOOGLE.length) : undefined);

export function exportOf(mimeType: string): Export | undefined {
  const kind = kindOf(mimeType) ?? '';
  return Object.hasOwn(EXPORTS, kind) ? EXPORTS[kind] : undefined;
}

/** Null for folders and for documents that have no format, such as forms. */
export function arrivalOf(mimeType: string): Arrival | null {
  if (kindOf(mimeType) === undefined) return 'as_is';
  return exportOf(mimeType)?.arrival ?? null;
}

const ICONS: readonly [RegExp, string][] = [
  [/^application\/vnd\.google-apps\.(folder|drive)$/, 'folder'],
  [/spreadsheet|excel|csv/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/^image\/|drawing/, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/zip|compressed|x-tar/, 'archive'],
  [/^text\/|document|word|pdf/, 'document'],
];
export const iconOf = (mimeType: string): string => ICONS.find(([pattern]) => pattern.test(mimeType))?.[1] ?? 'file';
