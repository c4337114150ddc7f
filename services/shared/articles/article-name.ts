/** FT-17: an article is called `title :: host.md`. */
const MAX_NAME_BYTES = 200;
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** The host of a page as its article shows it. */
export const hostOf = (url: string): string =>
  new URL(url).hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .replace(/^www\./, '');

/** `copy`: 2 and more for further articles of the same title and host. */
export function articleName(title: string, host: string, copy = 1): string {
  const end = `${copy > 1 ? ` (${copy})` : ''} :: ${host}.md`;
  const text = title
    .toWellFormed()
    .replace(CONTROL, ' ')
    .replaceAll('/', '∕')
    .replaceAll('::', ':')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
    .trim();
  return cut(text === '' ? host : text, MAX_NAME_BYTES - Buffer.byteLength(end)).trimEnd() + end;
}

/** As many whole characters as fit. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
