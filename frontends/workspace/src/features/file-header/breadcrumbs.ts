import { type Location, shownName } from '@zo/web/paths';

/** One step of the breadcrumbs. */
export interface Crumb {
  label: string;
  location: Location;
}

/** FT-13: longest path in characters before folders are left out. */
export const CRUMB_LIMIT = 36;

const SEPARATOR = 3;

/** Shortens the middle of a name and keeps its end with the extension. */
export function shorten(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const tail = Math.min(8, Math.floor(limit / 3));
  return `${name.slice(0, limit - tail - 1)}…${name.slice(-tail)}`;
}

/**
 * FT-13: one crumb per folder and one for the open file. When the path exceeds the limit, folders are left out from the
 * left (`hidden`), and finally the name itself is shortened.
 */
export function breadcrumbs({ root, path }: Location, limit = CRUMB_LIMIT): { hidden: Crumb[]; shown: Crumb[] } {
  const all = path.map((name, index) => ({
    label: shownName(name),
    location: { root, path: path.slice(0, index + 1) },
  }));
  const length = (crumbs: Crumb[]) =>
    crumbs.reduce((sum, { label }) => sum + label.length, 0) + Math.max(0, crumbs.length - 1) * SEPARATOR;
  let shown = all;
  while (shown.length > 1 && length(shown) > limit) shown = shown.slice(1);
  return {
    hidden: all.slice(0, all.length - shown.length),
    shown: shown.map((crumb) => ({ ...crumb, label: shorten(crumb.label, limit) })),
  };
}
