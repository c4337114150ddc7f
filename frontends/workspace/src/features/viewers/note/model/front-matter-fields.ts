import { frontMatterLength } from './parse';
import { splitLines } from './lines';

/** A line `key: value` of the front matter. */
export interface Field {
  /** Line of the note. */
  readonly line: number;
  readonly name: string;
  /** Without its quotes. */
  readonly value: string;
}

/** Lines that are no simple fields: lists, maps, texts of several lines, anchors, lines without a colon. */
export interface FrontMatterLines {
  readonly fields: readonly Field[];
  readonly others: readonly { readonly line: number; readonly text: string }[];
}

const FIELD = /^([^\s#:'"[\]{}&*!|>%@`-][^:]*?)(\s*:)(?:([ \t]+)(.*))?$/;
/** A scalar with quotes or without, and a comment. */
const SCALAR = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>[{%@`](?:[^#]|(?<=\S)#)*?|)([ \t]+#.*|[ \t]*)$/;
/** Values that are quoted when they are written: others could read them as something else. */
const NEEDS_QUOTES = /[:#"'&<>]|^\s|\s$/;

/** ED-01: the fields of the front matter of a note. */
export function frontMatterOf(text: string): FrontMatterLines {
  const { lines } = splitLines(headOf(text.replace(/^\uFEFF/, '')));
  const inner = lines.slice(1, Math.max(1, frontMatterLength(lines) - 1));
  const fields: Field[] = [];
  const others: { line: number; text: string }[] = [];
  for (const [index, content] of inner.entries()) {
    const field = fieldOf(content);
    // A value that goes on in the next lines is not a simple one.
    const goesOn = /^\s+\S|^\s*-\s/.test(inner[index + 1] ?? '');
    if (field && !goesOn) fields.push({ line: index + 1, ...field });
    else if (content.trim() !== '') others.push({ line: index + 1, text: content });
  }
  return { fields, others };
}

/** The text up to the end of its front matter, so that a long body costs nothing. */
function headOf(text: string): string {
  if (!text.startsWith('---')) return '';
  const end = /[\r\n](?:---|\.\.\.)[ \t]*(?=[\r\n]|$)/.exec(text);
  return end ? text.slice(0, end.index + end[0].length) : '';
}

function fieldOf(line: string): Pick<Field, 'name' | 'value'> | undefined {
  const found = FIELD.exec(line);
  const scalar = found && SCALAR.exec(found[4] ?? '');
  return scalar ? { name: found[1]!, value: unquote(scalar[1]!) } : undefined;
}

function unquote(token: string): string {
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  return token;
}

/** Quotes of the file are kept; a plain value gets quotes when it needs them. */
function quote(value: string, written: string): string {
  if (written.startsWith("'")) return `'${value.replaceAll("'", "''")}'`;
  if (written.startsWith('"') || NEEDS_QUOTES.test(value)) return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  return value;
}

/** The note with another value of a field; nothing else of its line changes. One that is gone stays so. */
export function withField(text: string, { line, name, value }: Field): string {
  const own = fieldAt(text, { line, name });
  if (!own) return text;
  return withLine(text, own.line, (content) => {
    const [, key, colon, space = ' ', rest = ''] = FIELD.exec(content)!;
    const [, token, after] = SCALAR.exec(rest)!;
    return `${key}${colon}${space}${quote(value.replaceAll(/[\r\n]+/g, ' '), token!)}${after}`;
  });
}

/** A field that was shown: the text may have been changed elsewhere since, and its lines moved. */
function fieldAt(text: string, { line, name }: Pick<Field, 'line' | 'name'>): Field | undefined {
  const named = frontMatterOf(text).fields.filter((field) => field.name === name);
  return named.find((field) => field.line === line) ?? (named.length === 1 ? named[0] : undefined);
}

/** The note with another field at the end of its front matter, which is created when there is none. */
export function withNewField(text: string, name: string): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const { lines, eols, eol } = splitLines(text.slice(bom.length));
  const length = frontMatterLength(lines);
  if (length === 0)
    return `${bom}---${eol}${name}: ${eol}---${eol}${lines[0] === '' ? '' : eol}${text.slice(bom.length)}`;
  const at = lines
    .slice(0, length - 1)
    .reduce((sum, line, index) => sum + line.length + eols[index]!.length, bom.length);
  return `${text.slice(0, at)}${name}: ${eol}${text.slice(at)}`;
}

/** The note without a field. */
export function withoutField(text: string, field: Pick<Field, 'line' | 'name'>): string {
  const own = fieldAt(text, field);
  return own ? withLine(text, own.line, () => undefined) : text;
}

function withLine(text: string, line: number, change: (content: string) => string | undefined): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const { lines, eols } = splitLines(text.slice(bom.length));
  const changed = change(lines[line]!);
  return (
    bom +
    lines
      .map((content, index) => {
        if (index !== line) return content + eols[index]!;
        return changed === undefined ? '' : changed + eols[index]!;
      })
      .join('')
  );
}
