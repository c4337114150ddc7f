import type { Place } from '@zo/web/paths';
import { rangeOf, type Hit } from './hits-in-text';

/** How often the text of a place occurs in the lines above it: rendering keeps the order of a text. */
function countBefore(source: string, { line, text = '' }: Place): number {
  if (text === '') return 0;
  const above = source
    .split('\n')
    .slice(0, line - 1)
    .join('\n');
  return above.split(text).length - 1;
}

/**
 * Index of the hit that a place means. `source`: the text that was rendered; without it, the first hit with its text.
 */
export function hitOfPlace(hits: readonly Hit[], place: Place | undefined, source = ''): number {
  const same = hits.flatMap((hit, index) => (rangeOf(hit)?.toString() === place?.text ? [index] : []));
  return same[Math.min(place ? countBefore(source, place) : 0, same.length - 1)] ?? 0;
}
