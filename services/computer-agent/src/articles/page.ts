/** FT-17: finds the article in a web page. Pages are hostile: this runs only in a process of its own. */
import { Readability } from '@mozilla/readability';
import { DefuddleClass } from 'defuddle/node';
import { documentOf, type PageDocument } from './dom.js';
import { resolveAddresses } from './addresses.js';
import { toMarkdown } from './markdown.js';
import { type Article, NO_ARTICLE } from './messages.js';

/** A shorter text is probably not the article: the second reader is asked, too. */
const MIN_LENGTH = 500;
/** Less text than a sentence or two is not an article. */
const MIN_ARTICLE = 80;
/** The second reader wins when it finds this many times more. */
const MUCH_LONGER = 3;
/** Pages with more elements are not articles, and each pass over them takes time. */
const MAX_ELEMENTS = 100_000;
const TAG = /<[a-z]/gi;

interface Found {
  html: string;
  length: number;
  title: string;
  byline: string;
  site: string;
  published: string;
}

const textLength = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').length;
const oneLine = (text: string | null | undefined, max = 300) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, max);

function withReadability(document: PageDocument): Found | null {
  const found = new Readability(document, { keepClasses: true, maxElemsToParse: MAX_ELEMENTS }).parse();
  if (!found?.content) return null;
  return {
    html: found.content,
    length: found.length ?? 0,
    title: oneLine(found.title),
    byline: oneLine(found.byline),
    site: oneLine(found.siteName),
    published: oneLine(found.publishedTime, 40),
  };
}

function withDefuddle(document: PageDocument, url: string): Found | null {
  const found = new DefuddleClass(document, { url }).parse();
  if (!found.content) return null;
  return {
    html: found.content,
    length: textLength(found.content),
    title: oneLine(found.title),
    byline: oneLine(found.author),
    site: oneLine(found.site),
    published: oneLine(found.published, 40),
  };
}

function find(html: string, url: string): Found | null {
  const first = withReadability(documentOf(html));
  if (first && first.length >= MIN_LENGTH) return first;
  // Both readers change the document that they are given.
  const second = withDefuddle(documentOf(html), url);
  return second && second.length > MUCH_LONGER * (first?.length ?? 0) ? second : first;
}

/** The article of a page as markdown, with placeholders for its images. */
export function readPage(html: string, url: string): Article {
  if ((html.match(TAG)?.length ?? 0) > MAX_ELEMENTS) return NO_ARTICLE;
  const document = documentOf(html);
  const language = oneLine(document.documentElement.getAttribute('lang'), 35);
  const found = find(html, baseOf(document, url));
  if (!found || found.length < MIN_ARTICLE) return NO_ARTICLE;
  const content = documentOf(`<!doctype html><html><body>${found.html}</body></html>`);
  const images = resolveAddresses(content, baseOf(document, url));
  const { title, byline, site, published } = found;
  return { markdown: toMarkdown(content.body), title, byline, site, published, language, images };
}

/** What relative addresses start from: the page, or what its `base` element says. */
function baseOf(document: PageDocument, url: string): string {
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  return URL.canParse(base, url) ? new URL(base, url).href : url;
}
