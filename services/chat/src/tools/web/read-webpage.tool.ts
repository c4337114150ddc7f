import { textOf } from '@zo/articles';
import { sourceOf } from '../../shapes/tool-result.js';
import { defineTool } from '../tool.js';
import { pageInput } from './page-address.js';
import { openPage } from './web-page.js';

const MAX_CHARACTERS = 100_000;

export const readWebpage = defineTool({
  name: 'read_webpage',
  about: 'Reads the article of a web page.',
  description: 'Reads the article of a web page as Markdown. Pages that need a sign-in or scripts answer nothing.',
  class: 'read-web',
  needs: 'computer',
  parallel: true,
  opens: ({ url }) => url,
  input: pageInput,
  async execute(args, context) {
    const page = await openPage(args, context);
    const { title, byline, published } = page.article;
    const head = [title, page.url, byline, published].map((line) => line.slice(0, 2_048).replace(/\s+/g, ' ').trim());
    const body = textOf(page);
    const left = body.length - MAX_CHARACTERS;
    const more = left > 0 ? [`(${left} characters of the page are left out)`] : [];
    const whole = [head.filter(Boolean).join('\n'), body.slice(0, MAX_CHARACTERS), ...more].join('\n\n');
    const source = sourceOf({ url: page.url, title: title || page.url, passage: body.slice(0, 2_000) });
    return { type: 'text', text: whole, sources: [source] };
  },
});
