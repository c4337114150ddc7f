/** What was written in a reply, without the mail that it quotes: chat has that already. */
const QUOTE = /^>.*$/;

export function withoutQuote(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').trimEnd().split('\n');
  let end = lines.length;
  while (end > 0 && (QUOTE.test(lines[end - 1]!) || lines[end - 1]!.trim() === '')) end--;
  const hasQuote = lines.slice(end).some((line) => QUOTE.test(line));
  if (!hasQuote) return lines.join('\n');
  // The line that names the author of the quote, in one or two lines: “On Tuesday Ada wrote:”.
  if (lines[end - 1]?.trimEnd().endsWith(':')) end -= /@|\d{4}/.test(lines[end - 1]!) || end < 2 ? 1 : 2;
  const own = lines.slice(0, end).join('\n').trimEnd();
  return own === '' ? lines.join('\n') : own;
}
