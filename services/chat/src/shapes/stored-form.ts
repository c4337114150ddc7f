/**
 * The form in which Postgres returns a value stored as jsonb: keys by length, then by bytes. A model is sent this form
 * already the first time, so that what it was sent is a prefix of what it is sent later, which providers reuse.
 */
export function storedForm<T>(value: T): T {
  if (Array.isArray(value)) return value.map(storedForm) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries
      .map(([key, item]) => ({ key, bytes: Buffer.from(key), item: storedForm(item as unknown) }))
      .toSorted((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes))
      .map(({ key, item }) => [key, item]),
  ) as T;
}
