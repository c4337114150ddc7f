/** MD-02: 200,000 → '200k', 1,048,576 → '1M'. */
export function compact(count: number): string {
  for (const [size, unit] of [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (count >= size * 0.9995) return `${Number((count / size).toFixed(count / size < 10 ? 1 : 0))}${unit}`;
  }
  return String(count);
}

const VENDORS: Record<string, string> = { openai: 'OpenAI', anthropic: 'Anthropic', google: 'Google', x: 'xAI' };
export const vendorName = (slug: string | null, provider?: string): string =>
  slug ? (VENDORS[slug] ?? slug) : (provider ?? '');

/** '2025-01-31' → 'Jan 2025'. */
export function cutoffLabel(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime())
    ? date
    : at.toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
}
