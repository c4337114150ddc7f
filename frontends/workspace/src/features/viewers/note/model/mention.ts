import type { MentionKind } from './nodes';

const MENTION =
  /^(?:(date) \d{4}-\d{2}-\d{2}|(file) (?:"[^"\n]+"|[^\s"]+)|(tool) [\w-]+|(zoroutine) \S+ (?:"[^"\n]+"|[^\s"]+))$/;

/** ED-04: the kind of mention that a code span stands for; undefined for other code, invalid dates included. */
export function mentionKind(code: string): MentionKind | undefined {
  const found = MENTION.exec(code);
  if (!found) return undefined;
  if (found[1]) return isDate(code.slice('date '.length)) ? 'date' : undefined;
  return (found[2] ?? found[3] ?? found[4]) as MentionKind;
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}

const quoted = (path: string) => (/\s/.test(path) ? `"${path}"` : path);

export const dateMention = (day: string): string => `date ${day}`;
export const fileMention = (path: string): string => `file ${quoted(path)}`;
export const toolMention = (slug: string): string => `tool ${slug}`;
export const zoroutineMention = (id: string, path: string): string => `zoroutine ${id} ${quoted(path)}`;

/** The path that a mention of a file or a zoroutine names. */
export function mentionedPath(value: string): string | undefined {
  const found = /^(?:file|zoroutine \S+) (?:"([^"\n]+)"|(\S+))$/.exec(value);
  return found?.[1] ?? found?.[2];
}
