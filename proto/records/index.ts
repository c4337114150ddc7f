/** Which JSON is a table: what browsers show as one, and computers read the rows of. */

/** What `JSON` has since ECMAScript 2025, and older browsers lack. */
const { rawJSON } = JSON as { rawJSON?: (source: string) => unknown };

/** Parses JSON with each number as it is written: a long id must not be shown rounded. @throws SyntaxError */
export function parseJson(text: string): unknown {
  if (!rawJSON) return JSON.parse(text) as unknown;
  const keepNumber = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? rawJSON(source) : value;
  return JSON.parse(text, keepNumber as (key: string, value: unknown) => unknown) as unknown;
}

export type JsonRecord = Record<string, unknown>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isList = (value: unknown): value is JsonRecord[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/**
 * The lists of records of a parsed JSON by their names: one without a name, or those of an object that has nothing
 * else. Undefined where a table would leave something out.
 */
export function recordsIn(value: unknown): ReadonlyMap<string, JsonRecord[]> | undefined {
  if (isList(value)) return new Map([['', value]]);
  if (!isRecord(value)) return undefined;
  const lists = Object.entries(value);
  return lists.length > 0 && lists.every(([name, list]) => name !== '' && isList(list))
    ? new Map(lists as [string, JsonRecord[]][])
    : undefined;
}
