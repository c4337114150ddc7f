import { attributesFrom, TAG, TAG_START } from './html-tags';

const TAG_OR_START = new RegExp(`${TAG.source}|${TAG_START.source}`, 'gi');

/**
 * Documents of a parser have no window, so nothing in them is run or requested. All attributes but `kept` are removed
 * first, because browsers report event handlers to the policy of the page even there.
 */
export function parseInert(html: string, kept: ReadonlySet<string> = new Set()): Document {
  const tags = html.replace(TAG_OR_START, (tag, name?: string) =>
    // What only the parser takes for a tag is text, because its attributes were not removed.
    name === undefined ? '&lt;' : `<${name}${keptOf(tag, name, kept)}>`,
  );
  const parsed = new DOMParser().parseFromString(tags, 'text/html');
  for (const element of parsed.querySelectorAll('script, style')) element.remove();
  return parsed;
}

function keptOf(tag: string, name: string, kept: ReadonlySet<string>): string {
  if (kept.size === 0) return '';
  return attributesFrom(tag, name.length + 1)
    .filter((attribute) => kept.has(attribute.name))
    .map((attribute) => ` ${attribute.name}="${attribute.value.replaceAll('"', '&quot;')}"`)
    .join('');
}
