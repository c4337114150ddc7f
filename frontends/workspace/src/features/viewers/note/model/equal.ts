/** Whether two nodes are equal; the same object is the fast case. */
export function isEqualNode(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, index) => isEqualNode(value, b[index]));
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isEqualNode((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
