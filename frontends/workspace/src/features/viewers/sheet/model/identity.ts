const ids = new WeakMap<object, number>();
let last = 0;

/** A number for an immutable object: another one for each other state. */
export function idOf(object: object | undefined): number {
  if (!object) return 0;
  const id = ids.get(object) ?? ++last;
  ids.set(object, id);
  return id;
}
