import type { CreateType } from '../api/mutations';

/** FT-05: the suffix added to a new entry when the user did not type it. */
const SUFFIX: Record<CreateType, string> = {
  note: '.md',
  markdown: '.md',
  sheet: '.sheet.json',
  zoroutine: '.zoroutine',
  file: '',
  folder: '',
  site: '',
};

/** Labels of each type for buttons and messages. */
export const TYPE_LABEL: Record<CreateType, string> = {
  note: 'note',
  markdown: 'Markdown file',
  sheet: 'sheet',
  zoroutine: 'zoroutine',
  file: 'file',
  folder: 'folder',
  site: 'site',
};

/** FT-05: the final name of a new entry; undefined when the text is blank. */
export function finalName(type: CreateType, text: string): string | undefined {
  const name = text.trim();
  if (!name) return undefined;
  const suffix = SUFFIX[type];
  return suffix && !name.toLowerCase().endsWith(suffix) ? name + suffix : name;
}

const DOUBLE = ['.sheet.json', '.transcript.jsonl', '.tar.gz', '.tar.xz', '.tar.bz2'];

/** The extension that a rename keeps: '' for folders, dotfiles and names without one. */
export function extensionOf(name: string, isDirectory: boolean): string {
  if (isDirectory) return '';
  const double = DOUBLE.find((end) => name.toLowerCase().endsWith(end) && name.length > end.length);
  if (double) return name.slice(-double.length);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : '';
}

/** Initial text of the rename field: the name without its extension. */
export const stemOf = (name: string, isDirectory: boolean): string =>
  name.slice(0, name.length - extensionOf(name, isDirectory).length);

/** Why a name is not allowed; undefined when it is. */
function wrongName(name: string): string | undefined {
  if (name === '.' || name === '..') return `"${name}" stands for a folder`;
  return /[/\0]/.test(name) ? 'A name has no slash in it' : undefined;
}

export type RenamePlan = { kind: 'same' } | { kind: 'refused'; reason: string } | { kind: 'rename'; name: string };

/** FT-06: keeps the extension, closes on the same name, refuses blanks, slashes and names of siblings. */
export function planRename({
  name,
  isDirectory,
  text,
  siblings,
}: {
  name: string;
  isDirectory: boolean;
  text: string;
  siblings: readonly string[];
}): RenamePlan {
  const typed = text.trim();
  if (!typed) return { kind: 'refused', reason: 'Enter a name' };
  const wrong = wrongName(typed);
  if (wrong) return { kind: 'refused', reason: wrong };
  const extension = extensionOf(name, isDirectory);
  const next = extension && !typed.toLowerCase().endsWith(extension.toLowerCase()) ? typed + extension : typed;
  if (next === name) return { kind: 'same' };
  if (siblings.some((sibling) => sibling !== name && sibling === next))
    return { kind: 'refused', reason: `"${next}" is already here` };
  return { kind: 'rename', name: next };
}

/** FT-05: why a new entry cannot have this name; undefined when it can. */
export function createProblem(type: CreateType, text: string, siblings: readonly string[]): string | undefined {
  const name = finalName(type, text);
  if (!name) return undefined;
  const wrong = wrongName(name);
  if (wrong) return wrong;
  return siblings.includes(name) ? `"${name}" is already here` : undefined;
}
