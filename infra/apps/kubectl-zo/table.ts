/** Formats columns like kubectl. */
export function table(head: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string {
  const all = [head, ...rows.map((row) => row.map((cell) => printable(cell) || '-'))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

/** Replaces control characters, so that text of others cannot move the cursor or colour the terminal. */
export const printable = (text = ''): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();

const STEPS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
  [1, 's'],
] as const;

/** How long ago: `41s`, `5m`, `3h`, `12d`. */
export function age(since: string | undefined, now = Date.now()): string {
  if (!since) return '';
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1_000));
  const [length, unit] = STEPS.find(([length]) => seconds >= length) ?? [1, 's'];
  return `${Math.floor(seconds / length)}${unit}`;
}
