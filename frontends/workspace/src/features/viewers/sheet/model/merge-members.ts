import type { Member } from './json-slices';
import { member, withMember, type Worksheet } from './workbook';

type Members = Worksheet['members'];
type Entries = Record<string, unknown>;

/** Members with an entry per cell, which several people may change at once. */
const BY_CELL: ReadonlySet<string> = new Set(['style', 'cells', 'mergeCells']);

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
const valueOf = (members: Members, key: string): unknown => member({ members }, key);
const keysOf = (...lists: Members[]): Set<string> =>
  new Set(lists.flatMap((members) => members.map(({ key }: Member) => key)).filter((key) => key !== 'data'));

/** What a patch changed, in members that others may have changed since: theirs stays. */
export function mergeMembers(sheet: Worksheet, before: Members, after: Members): Worksheet {
  const now = sheet.members;
  // The whole list keeps the order of the file.
  if ([...keysOf(now, before)].every((key) => isEqual(valueOf(now, key), valueOf(before, key))))
    return { ...sheet, members: after };
  let next = sheet;
  for (const key of keysOf(before, after)) {
    const [old, made, current] = [valueOf(before, key), valueOf(after, key), valueOf(now, key)];
    if (isEqual(old, made)) continue;
    if (isEqual(current, old)) next = withMember(next, key, made);
    else if (BY_CELL.has(key) && [old, made, current].every(isEntries))
      next = withMember(next, key, mergeEntries(current as Entries, old as Entries, made as Entries));
  }
  return next;
}

const isEntries = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));

function mergeEntries(current: Entries = {}, before: Entries = {}, after: Entries = {}): Entries | undefined {
  const next = new Map(Object.entries(current));
  const [old, made] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...old.keys(), ...made.keys()])) {
    if (isEqual(old.get(name), made.get(name)) || !isEqual(next.get(name), old.get(name))) continue;
    if (made.has(name)) next.set(name, made.get(name));
    else next.delete(name);
  }
  return next.size > 0 ? Object.fromEntries(next) : undefined;
}

/** Whether cells may have other names after a change of members from elsewhere. */
export const hasOtherSize = (before: Members, after: Members): boolean =>
  !isEqual(valueOf(before, 'minDimensions'), valueOf(after, 'minDimensions')) ||
  lengthOf(valueOf(before, 'columns')) !== lengthOf(valueOf(after, 'columns'));

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
