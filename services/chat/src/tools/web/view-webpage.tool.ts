import { sourceOf } from '../../shapes/tool-result.js';
import { type BrowsedPage, browse } from './browse.js';
import { defineTool } from '../tool.js';
import { isOwnPage, pageInput } from './page-address.js';

export const viewWebpage = defineTool({
  name: 'view_webpage',
  about: 'Looks at a web page in a browser, also at one that you build, and shows you a picture of it.',
  description: [
    'Opens a page in a browser in the computer and answers what it shows once its scripts have run: its text with',
    'headings, links and controls, and a screenshot that the person sees, too. Use it to look at your own pages, ' +
      'such as',
    'http://localhost:3000. It begins without cookies, and nothing can be clicked or filled in.',
  ].join(' '),
  class: 'view-web',
  needs: 'computer',
  parallel: false,
  opens: ({ url }) => url,
  input: pageInput,
  async execute({ url }, context) {
    const page = await browse(url, { wantsHtml: false }, context);
    const { screenshot } = page;
    const room = screenshot && (await context.pictureRoom());
    const kept = screenshot && (await context.keepPictures([screenshot.jpeg]));
    const source = sourceOf({ url: page.url, title: page.title || page.url, passage: page.outline.slice(0, 2_000) });
    return {
      type: 'text',
      text: `${headOf(page)}\n\n${page.outline || '(The page shows no text.)'}`,
      ...(!isOwnPage(url) && { sources: [source] }),
      ...(room && room.bytes >= screenshot.jpeg.length && room.pictures > 0 && { pictures: 1 }),
      ...(kept && { picture: { ...kept, width: screenshot.width, height: screenshot.height } }),
    };
  },
});

function headOf({ title, url, status, isCut, isLoading, pageHeight, refusedHosts, screenshot }: BrowsedPage): string {
  const isPart = screenshot !== undefined && pageHeight > screenshot.height;
  return [
    title,
    url,
    status >= 400 && `(The server answered with the error ${status}.)`,
    isLoading && '(It was still loading.)',
    isCut && '(Only the beginning of its text is here.)',
    isPart && `(The screenshot shows the upper ${screenshot.height} of ${pageHeight} pixels.)`,
    refusedHosts.length > 0 && `(It could not load from ${refusedHosts.join(', ')}.)`,
  ]
    .filter(Boolean)
    .join('\n');
}
