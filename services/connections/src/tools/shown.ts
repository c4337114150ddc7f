/** Writes an answer of an app for a model: without what is empty, in bounds. */
export const MAX_TEXT = 60_000;
const MAX_STRING = 20_000;
const MAX_ITEMS = 500;
const MAX_DEPTH = 12;

export function shown(value: unknown): string {
  if (typeof value === 'string') return clipped(value.toWellFormed(), MAX_TEXT) || '(nothing)';
  return clipped(JSON.stringify(kept(value, 0) ?? {}, undefined, 1), MAX_TEXT);
}

function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}\n… (${text.length - most} characters are left out; ask for less)`;
}

/** Undefined for what says nothing. */
function kept(value: unknown, depth: number): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return clipped(value.toWellFormed(), MAX_STRING);
  if (typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((one: unknown) => kept(one, depth + 1) ?? null);
    return value.length > MAX_ITEMS ? [...items, `… and ${value.length - MAX_ITEMS} more`] : items;
  }
  const fields = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const found = kept(one, depth + 1);
    return found === undefined ? [] : [[name, found]];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
