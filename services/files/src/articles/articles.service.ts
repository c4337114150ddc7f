/** FT-17: saves a web page as an article, with its images beside it. */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { BY_USER, type Computer, Computers, isAgentError, sanitiseText, toAgentPath } from '@zo/computer-client';
import { ARTICLES, childOf, type Location } from '@zo/proto/location';
import type { ReadPageResponse } from '@zo/proto/agent/v1';
import { fileError } from '../errors.js';
import { fieldValue } from '../names.js';
import { displayPath } from '../paths.js';
import { articleName, hostOf } from './article-name.js';
import { articleErrors } from './errors.js';
import { fetchImage, fetchPage } from './fetch-page.js';

const PER_MINUTE = 20;
const MAX_IMAGES = 50;
const MAX_IMAGE_BYTES = 48 * 1024 * 1024;
const IMAGES_AT_ONCE = 4;
const IMAGES_MS = 45_000;
const MAX_ARTICLE = 8 * 1024 * 1024;
/** Other articles of the same title and host. */
const MAX_COPIES = 50;
const FOLDER: Location = { root: 'w', path: [ARTICLES] };
const IMAGES = '.images';

@Injectable()
export class ArticlesService {
  constructor(
    private readonly computers: Computers,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /**
   * Fetches a page and keeps its article; the same address again is a new version of the same file.
   * @throws outbound.bad_address, outbound.forbidden, outbound.too_large, articles.*
   */
  async save(ctx: Ctx, address: string) {
    const { value, resetsInMs } = await this.cache.increment(`articles:${ctx.userId}`, 60_000);
    if (value > PER_MINUTE) throw articleErrors.tooMany({ seconds: Math.ceil(resetsInMs / 1000) });
    const url = addressOf(address);
    const page = await fetchPage(url, { allowPrivate: ctx.owner });
    const article = await this.on(ctx, FOLDER, (computer) => computer.articles.readPage({ ...page, url }));
    if (article.markdown === '') throw articleErrors.noArticle();
    const images = await this.saveImages(ctx, url, article);
    const title = oneLine(article.title, 300) || hostOf(url);
    const text = articleText({ title, url, article, markdown: images.markdown });
    const location = await this.on(ctx, FOLDER, (computer) => write(computer, { title, url, text }));
    return { ...location, title, images: images.counts };
  }

  /** Replaces the placeholders of images by their new files, or by their addresses on the web. */
  private async saveImages(ctx: Ctx, url: string, { markdown, images }: ReadPageResponse) {
    const wanted = images.slice(0, MAX_IMAGES).filter(({ url: from, placeholder }) => from && placeholder);
    const names = new Map<string, string>();
    const signal = AbortSignal.timeout(IMAGES_MS);
    let left = MAX_IMAGE_BYTES;
    const next = wanted.values();
    const saveNext = async () => {
      for (const { url: from, placeholder } of next) {
        // A page must not reach into the network of this installation by its images.
        const allowPrivate = ctx.owner && hostOf(url) === hostIn(from);
        const image = left > 0 ? await fetchImage(from, { allowPrivate, signal }) : null;
        if (!image || (left -= image.bytes.length) < 0) continue;
        const name = `${createHash('sha256').update(image.bytes).digest('hex').slice(0, 32)}.${image.extension}`;
        const target = childOf(childOf(FOLDER, IMAGES), name);
        await this.on(ctx, target, (computer) => writeFile(computer, target, { content: image.bytes, base: ANY }));
        names.set(placeholder, `${IMAGES}/${name}`);
      }
    };
    await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, saveNext));
    const addresses = new Map(wanted.map(({ url: from, placeholder }) => [placeholder, webAddress(from)]));
    const final = fillIn(markdown, (placeholder) => names.get(placeholder) ?? addresses.get(placeholder) ?? '');
    return { markdown: final, counts: { saved: names.size, missing: wanted.length - names.size } };
  }

  private on<T>(ctx: Ctx, location: Location, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.computers.use(ctx, work).catch((error: unknown) => {
      throw fileError(error, displayPath(location));
    });
  }
}

const ANY = { case: 'any' as const, value: true };
const ABSENT = { case: 'absent' as const, value: true };
const hostIn = (url: string) => (URL.canParse(url) ? hostOf(url) : '');
const webAddress = (url: string) =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29') : '';
const PLACEHOLDER = /image-[0-9a-f]{16}-\d{1,2}(?!\d)/g;

/** @throws articles.no_article when a computer names images so often that the text grows beyond all measure */
function fillIn(markdown: string, addressOfImage: (placeholder: string) => string): string {
  let length = markdown.length;
  return markdown.replace(PLACEHOLDER, (placeholder) => {
    const address = addressOfImage(placeholder);
    length += address.length;
    if (length > MAX_ARTICLE / 3) throw articleErrors.noArticle();
    return address;
  });
}

/** People type addresses without a scheme. */
const addressOf = (typed: string) =>
  /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]+:\d/.test(typed) ? typed : `https://${typed}`;

interface Written {
  readonly content: Uint8Array;
  readonly base: typeof ANY | typeof ABSENT | { case: 'hash'; value: string };
}

const writeFile = (computer: Computer, target: Location, { content, base }: Written) =>
  computer.files.write({ path: toAgentPath(target), content, base: { base }, createParents: true, cause: BY_USER });

/** Writes beside articles of the same name, unless one of them is from the same address: that one gets a new version. */
async function write(
  computer: Computer,
  { title, url, text }: { title: string; url: string; text: string },
): Promise<Location> {
  const content = Buffer.from(text);
  for (let copy = 1; ; copy++) {
    const target = childOf(FOLDER, articleName(title, hostOf(url), copy));
    try {
      await writeFile(computer, target, { content, base: ABSENT });
      return target;
    } catch (error) {
      if (copy === MAX_COPIES || !isAgentError(error, 'staleBase', 'nameTaken')) throw error;
    }
    const hash = await hashIfFrom(computer, target, url);
    if (hash === null) continue;
    await writeFile(computer, target, { content, base: { case: 'hash', value: hash } });
    return target;
  }
}

/** The hash of an article from this address; null for other files. */
async function hashIfFrom(computer: Computer, target: Location, url: string): Promise<string | null> {
  try {
    const { content, version } = await computer.files.read({
      path: toAgentPath(target),
      maxBytes: BigInt(MAX_ARTICLE),
    });
    const head = Buffer.from(content.subarray(0, 8_192)).toString();
    return head.startsWith('---\n') && head.includes(`\n${sourceLine(url)}\n`) ? (version?.hash ?? null) : null;
  } catch (error) {
    if (isAgentError(error, 'tooLarge', 'notFound', 'isFolder', 'notRegularFile')) return null;
    throw error;
  }
}

const sourceLine = (url: string) => `source: ${fieldValue(url)}`;
const oneLine = (text: string, max: number) => sanitiseText(text, max).toWellFormed().replace(/\s+/g, ' ').trim();

interface ArticleText {
  readonly title: string;
  readonly url: string;
  readonly article: ReadPageResponse;
  readonly markdown: string;
}

function articleText({ title, url, article, markdown }: ArticleText): string {
  const fields: [string, string][] = [
    ['site', oneLine(article.site, 200)],
    ['author', oneLine(article.byline, 200)],
    ['published', oneLine(article.published, 40)],
    ['language', oneLine(article.language, 35)],
    ['saved', new Date().toISOString().slice(0, 10)],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${fieldValue(value)}`);
  return `---\n${[`title: ${fieldValue(title)}`, sourceLine(url), ...lines].join('\n')}\n---\n\n# ${title}\n\n${markdown}\n`;
}
