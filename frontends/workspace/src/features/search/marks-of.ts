/** Ranges of a text that contain the query, whatever its case. */
export function marksOf(text: string, query: string): [number, number][] {
  if (query === '') return [];
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}
