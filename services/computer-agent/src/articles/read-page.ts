/** ArticleService: reads the article out of a page that somebody else has fetched. */
import { create } from '@bufbuild/protobuf';
import { type ReadPageRequest, type ReadPageResponse, ReadPageResponseSchema } from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import { runOnce } from '../programs/one-shot.js';
import { type Article, NO_ARTICLE, type PageToRead } from './messages.js';

const MAX_HTML = 8 * 1024 * 1024;
const MAX_MARKDOWN = 2 * 1024 * 1024;
/** The markdown as JSON, and up to 50 addresses. */
const LIMITS = { heapMb: 384, memoryMb: 640, processorMs: 20_000, maxBytes: 3 * MAX_MARKDOWN };
const AT_ONCE = 2;

/** Pages are read two at a time: each takes a processor and some hundred megabytes. */
export class PageReader {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param program bundle of the reader */
  constructor(private readonly program: string) {}

  /** @returns a response without markdown when there is no article, or the page is beyond the limits of its reader */
  async read({ html, contentType, url }: ReadPageRequest): Promise<ReadPageResponse> {
    if (html.length > MAX_HTML) throw invalid('The page is too large.');
    if (!URL.canParse(url)) throw invalid('A page needs its address.');
    const head: PageToRead = { contentType, url };
    const output = await this.inTurn(() => runOnce(this.program, { head, bytes: html }, LIMITS));
    const article = output ? (JSON.parse(output.toString()) as Article) : NO_ARTICLE;
    const { images, ...rest } = article.markdown.length > MAX_MARKDOWN ? NO_ARTICLE : article;
    return create(ReadPageResponseSchema, {
      ...rest,
      images: images.map(({ url: from, placeholder }) => ({ url: from, placeholder })),
    });
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) await new Promise<void>((next) => this.waiting.push(next));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
