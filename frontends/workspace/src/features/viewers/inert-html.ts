/** A tag with its attributes. Linear for any input, because no part of it matches another tag. */
const TAG = /<([a-z][a-z0-9]*)\b(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/gi;

/**
 * Documents of a parser have no window, so nothing in them is run or requested. Attributes are removed first, because
 * browsers report event handlers to the policy of the page even there.
 */
export function parseInert(html: string): Document {
  const parsed = new DOMParser().parseFromString(html.replace(TAG, '<$1>'), 'text/html');
  for (const element of parsed.querySelectorAll('script, style')) element.remove();
  return parsed;
}
