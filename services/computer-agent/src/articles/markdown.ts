/** Converts the HTML of an article to markdown. */
import { gfm } from '@joplin/turndown-plugin-gfm';
import Turndown from 'turndown';
import type { PageElement } from './dom.js';

interface ListItem {
  readonly nextSibling: unknown;
  readonly parentNode: PageElement & { readonly nodeName: string; readonly children: ArrayLike<ListItem> };
}

const converter = new Turndown({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
});
converter.use(gfm);
converter.remove(['script', 'style', 'noscript', 'template', 'form', 'button', 'input', 'textarea', 'select'] as never);
// A film or a map in a frame is shown as a link to it.
converter.addRule('frame', {
  filter: ['iframe', 'embed', 'video', 'audio'] as never,
  replacement: (_content, node) => {
    const element = node as unknown as PageElement;
    const address = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? '';
    if (!/^https?:/.test(address)) return '';
    return `\n\n[${element.getAttribute('title')?.trim() || new URL(address).hostname}](${address})\n\n`;
  },
});
// Text of further lines stands below the text of the first.
converter.addRule('listItem', {
  filter: 'li',
  replacement: (content, node, { bulletListMarker = '-' }) => {
    const item = node as unknown as ListItem;
    const list = item.parentNode;
    const start = Number(list.getAttribute('start') ?? 1) || 1;
    const number = start + Array.from(list.children).indexOf(item);
    const prefix = list.nodeName === 'OL' ? `${number}. ` : `${bulletListMarker} `;
    const text = content
      .trim()
      .replace(/\n{2,}/g, '\n\n')
      .replace(/\n(?=[^\n])/g, `\n${' '.repeat(prefix.length)}`);
    return `${prefix}${text}${item.nextSibling ? '\n' : ''}`;
  },
});
converter.addRule('figcaption', {
  filter: 'figcaption',
  replacement: (content) => (content.trim() ? `\n\n*${content.trim().replaceAll('*', '')}*\n\n` : ''),
});

export function toMarkdown(body: PageElement): string {
  promoteHeaders(body);
  return converter
    .turndown(body.innerHTML)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Markdown has no table without a header, so the first row of such a table becomes one. */
function promoteHeaders(body: PageElement): void {
  for (const row of body.querySelectorAll('table:not(:has(th)) tr:first-child'))
    for (const cell of row.querySelectorAll('td')) {
      const header = body.ownerDocument.createElement('th');
      header.innerHTML = cell.innerHTML;
      cell.replaceWith(header);
    }
}
