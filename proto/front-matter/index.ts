/** The front matter of a file: YAML between two marks, whose settings are replaced one by one. */
import { isMap, isScalar, parse, parseDocument, type Pair, type ParsedNode, type YAMLMap } from 'yaml';

/** Longer front matter is not read. */
const MAX_CHARACTERS = 65_536;
export const FRONT =
  /^(\uFEFF?---[ \t]*(\r?\n))((?:(?!(?:---|\.\.\.)[ \t]*(?:\r?\n|$))[^\n]*\n)*)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** Text that needs no quotes, wherever it stands. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_ ./()-]*(?<! )$/u;

export type Settings = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;
export type Entry = Pair<ParsedNode, ParsedNode | null>;

export interface Front {
  /** Where the lines between the marks begin in the text. */
  readonly start: number;
  readonly source: string;
  readonly eol: string;
  readonly settings: Settings | undefined;
}

export function frontOf(text: string): Front {
  const found = FRONT.exec(text);
  const [, head = '', eol = text.includes('\r\n') ? '\r\n' : '\n', source = ''] = found ?? [];
  if (!found) return { start: -1, source: '', eol, settings: undefined };
  if (source.length > MAX_CHARACTERS) throw new Error('it is too long');
  const document = parseDocument(source, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw new Error(error.message.split('\n')[0]);
  const { contents } = document;
  if (contents !== null && !isMap(contents)) throw new Error('it is no list of settings');
  return { start: head.length, source, eol, settings: (contents as Settings | null) ?? undefined };
}

export const entryOf = (settings: Settings | undefined, key: string): Entry | undefined =>
  settings?.items.find((pair) => isScalar(pair.key) && pair.key.value === key) as Entry | undefined;

export const textOf = (node: unknown): string =>
  isScalar(node) && node.value !== null && typeof node.value !== 'object' ? String(node.value) : '';

export const quoted = (value: string): string => {
  const line = value.replaceAll(/[\r\n]+/g, ' ');
  return PLAIN.test(line) && typeof parse(line) === 'string' ? line : JSON.stringify(line);
};

export const printed = (part: unknown): string => (typeof part === 'string' ? quoted(part) : JSON.stringify(part));

/** Replaces the value of a setting; a new one stands after the others, a first one creates the front matter. */
export function withValue(text: string, key: string, value: string): string {
  const { start, source, eol, settings } = frontOf(text);
  const line = `${key}:${value.startsWith(eol) ? '' : ' '}${value}`;
  if (start < 0) {
    const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    return `${bom}---${eol}${line}${eol}---${eol}${eol}${text.slice(bom.length)}`;
  }
  const entry = entryOf(settings, key);
  const from = start + (entry ? entry.key.range[0] : source.length);
  if (!entry) return `${text.slice(0, from)}${line}${eol}${text.slice(from)}`;
  // The end of a list or of a text of several lines is after its last line break.
  const written = source.slice(0, endOf(entry, source)).trimEnd();
  return text.slice(0, from) + line + text.slice(start + written.length);
}

/** Removes a setting with its line. */
export function withoutValue(text: string, key: string): string {
  const { start, source, settings } = frontOf(text);
  const entry = entryOf(settings, key);
  if (!entry) return text;
  const written = source.slice(0, endOf(entry, source)).trimEnd();
  const lineBreak = source.indexOf('\n', written.length);
  const end = lineBreak < 0 ? source.length : lineBreak + 1;
  return text.slice(0, start + entry.key.range[0]) + text.slice(start + end);
}

const endOf = ({ key, value }: Entry, source: string): number =>
  value?.range[1] ?? source.indexOf(':', key.range[1]) + 1;
