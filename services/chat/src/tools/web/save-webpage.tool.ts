import { saveArticle } from '@zo/articles';
import { byAssistant } from '@zo/computer-client';
import { displayPath } from '../files/paths.js';
import { defineTool, text } from '../tool.js';
import { pageInput } from './page-address.js';
import { isPrivate, openPage } from './web-page.js';

export const saveWebpage = defineTool({
  name: 'save_webpage',
  about: 'Saves the article of a web page to Articles.',
  description: 'Saves the article of a web page with its images as a file in ~/workspace/Articles.',
  class: 'save-web',
  needs: 'computer',
  parallel: false,
  opens: ({ url }) => url,
  input: pageInput,
  async execute(args, context) {
    const page = await openPage(args, context);
    const { location, hash, images } = await saveArticle(page, {
      cause: byAssistant(context.conversationId),
      allowPrivate: isPrivate(page.url, context),
      signal: context.signal,
      on: (_location, work) => work(context.computer),
    });
    context.hasWritten(location, hash);
    const missing = images.missing > 0 ? ` ${images.missing} images could not be had and stay on the web.` : '';
    return text(`Saved ${displayPath(location)}.${missing}`);
  },
});
