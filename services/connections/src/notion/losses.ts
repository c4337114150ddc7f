/** Finds what the Markdown of a page does not keep, for the report beside the file. */
export interface Loss {
  readonly what: string;
  readonly count: number;
  readonly example: string;
}

const MAX_EXAMPLE = 200;
/** Marks of Notion in its Markdown, which other programs show as they stand. */
const MARKS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/<unknown\b[^>]*>/g, 'blocks that Notion does not export'],
  [/<database\b[^>]*>/g, 'databases inside the page, which became links'],
  [/<page\b[^>]*>/g, 'pages inside the page, which became links'],
  [/<synced_block(?:_reference)?\b[^>]*>/g, 'synced blocks, which became plain text'],
  [/<mention-[a-z-]+\b[^>]*>/g, 'mentions, which became plain text'],
  [/<(?:video|audio|file|pdf)\b[^>]*>/g, 'attachments, whose links to Notion expire'],
];

export function lossesOf(markdown: string, { truncated, unknown }: { truncated: boolean; unknown: number }): Loss[] {
  const found = MARKS.flatMap(([pattern, what]) => {
    const all = markdown.match(pattern);
    return all ? [{ what, count: all.length, example: all[0].slice(0, MAX_EXAMPLE) }] : [];
  });
  const hidden = unknown > 0 ? [{ what: 'blocks that Notion did not give out', count: unknown, example: '' }] : [];
  const cut = truncated
    ? [{ what: 'the end of the page, which is too long for an export', count: 1, example: '' }]
    : [];
  return [...cut, ...hidden, ...found];
}

export function reportOf(name: string, losses: readonly Loss[]): string {
  const lines = losses.map(({ what, count, example }) => {
    // In backticks nothing of it is shown as a link or an image.
    const quoted = example.replaceAll('`', '').replace(/\s+/g, ' ');
    return `- ${count} × ${what}${quoted ? `. The first: \`${quoted}\`` : ''}`;
  });
  return `# Import report\n\nWhat of “${name}” could not be kept:\n\n${lines.join('\n')}\n`;
}
