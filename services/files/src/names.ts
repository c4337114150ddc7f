/** Rules for names that users type (FT-05, FT-06). */
import { fieldValue } from '@zo/articles';
import { extensionOf } from '@zo/proto/file-kind';
import { fileErrors } from './errors.js';

export const createTypes = ['file', 'folder', 'note', 'markdown', 'sheet', 'zoroutine', 'site'] as const;
export type CreateType = (typeof createTypes)[number];

const SUFFIX: Partial<Record<CreateType, string>> = {
  note: '.md',
  markdown: '.md',
  sheet: '.sheet.json',
  zoroutine: '.zoroutine',
};
// Invisible characters: white space of every kind and zero-width characters.
const INVISIBLE = /^[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+|[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+$/g;

/** Trims invisible characters. @throws files.blank_name */
export function trimName(text: string): string {
  const name = text.replace(INVISIBLE, '');
  if (name === '') throw fileErrors.blankName();
  return name;
}

/** Adds the extension of a type unless the name has it. */
export function nameForType(text: string, type: CreateType): string {
  const name = trimName(text);
  const suffix = SUFFIX[type];
  return suffix && !name.toLowerCase().endsWith(suffix) ? name + suffix : name;
}

/** Keeps the extension of a renamed file; takes the name of a folder as typed. */
export function renamed(current: string, typed: string, isFolder: boolean): string {
  const name = trimName(typed);
  const extension = isFolder ? '' : extensionOf(current);
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension;
}

const EMPTY_SHEET = { tabs: true, toolbar: true, worksheets: [{ worksheetName: 'Sheet1', minDimensions: [8, 20] }] };

/** The initial content of a new file. */
export function initialContent(type: CreateType, name: string): string {
  if (type === 'sheet') return `${JSON.stringify(EMPTY_SHEET, null, 2)}\n`;
  if (type === 'zoroutine')
    return `---\nid: ${crypto.randomUUID()}\ndescription: ${fieldValue(name.replace(/\.zoroutine$/i, ''))}\ninputs: []\n---\n\n`;
  return '';
}
