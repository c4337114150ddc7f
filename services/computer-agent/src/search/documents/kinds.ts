/** Documents whose text is extracted for the index, by their extension. */
const KINDS: Record<string, DocumentKind> = {
  pdf: 'pdf',
  docx: 'office',
  xlsx: 'office',
  pptx: 'office',
  odt: 'office',
  ods: 'office',
  odp: 'office',
};
export type DocumentKind = 'pdf' | 'office';

/** Larger documents are found by their names only. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
export const MAX_TEXT_CHARACTERS = 1024 * 1024;
export const DOCUMENT_FD = 3;

export const documentKindOf = (extension: string): DocumentKind | undefined =>
  Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined;
