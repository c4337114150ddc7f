/** FT-17: keeps the article of a web page as a file, with its images beside it. */
import { createHash } from 'node:crypto';
import { type AgentCause, type Computer, isAgentError, sanitiseText, toAgentPath } from '@zo/computer-client';
import { ARTICLES, childOf, type Location } from '@zo/proto/location';
import type { ReadPageResponse } from '@zo/proto/agent/v1';
import { articleName, hostOf } from './article-name.js';
import { fetchImage } from './fetch-page.js';
import { fieldValue } from './field-value.js';
import { fillIn, MAX_ARTICLE, type ReadPage, webAddress } from './read-page.js';

const MAX_IMAGES = 50;
const MAX_IMAGE_BYTES = 48 * 1024 * 1024;
const IMAGES_AT_ONCE = 4;
const IMAGES_MS = 45_000;
/** Other articles of the same title and host. */
const MAX_COPIES = 50;
export const FOLDER: Location = { root: 'w', path: [ARTICLES] };
const IMAGES = '.images';

/** How the computer of the user is reached. */
export interface Target {
  /** Every call of the computer, for the location it is about. */
  readonly on: <T>(location: Location, work: (computer: Computer) => Promise<T>) => Promise<T>;
  readonly cause: AgentCause;
  /** Whether the page may be at a private address. */
  readonly allowPrivate: boolean;
  readonly signal?: AbortSignal;
}

export interface SavedArticle {
  readonly location: Location;
  readonly title: string;
  /** Hash of the file. */
  readonly hash: string;
  readonly images: { readonly saved: number; readonly missing: number };
}

/** Keeps an article; the same address again is a new version of the same file. @throws articles.* */
export async function saveArticle({ url, article }: ReadPage, target: Target): Promise<SavedArticle> {
  const images = await saveImages(url, article, target);
  const title = oneLine(article.title, 300) || hostOf(url);
  const content = Buffer.from(articleText({ title, url, article, markdown: images.markdown }));
  const location = await target.on(FOLDER, (computer) => write(computer, { title, url, content, cause: target.cause }));
  return { location, title, hash: createHash('sha256').update(content).digest('hex'), images: images.counts };
}

/** Replaces the placeholders of images by their new files, or by their addresses on the web. */
async function saveImages(url: string, { markdown, images }: ReadPageResponse, target: Target) {
  const wanted = images.slice(0, MAX_IMAGES).filter(({ url: from, placeholder }) => from && placeholder);
  const names = new Map<string, string>();
  const timeout = AbortSignal.timeout(IMAGES_MS);
  const signal = target.signal ? AbortSignal.any([timeout, target.signal]) : timeout;
  let left = MAX_IMAGE_BYTES;
  const next = wanted.values();
  const saveNext = async () => {
    for (const { url: from, placeholder } of next) {
      // A page must not reach into the network of this installation by its images.
      const allowPrivate = target.allowPrivate && hostOf(url) === hostIn(from);
      const image = left > 0 ? await fetchImage(from, { allowPrivate, signal }) : null;
      if (!image || (left -= image.bytes.length) < 0) continue;
      const name = `${createHash('sha256').update(image.bytes).digest('hex').slice(0, 32)}.${image.extension}`;
      const file = childOf(childOf(FOLDER, IMAGES), name);
      const { cause } = target;
      await target.on(file, (computer) => writeFile(computer, file, { content: image.bytes, base: ANY, cause }));
      names.set(placeholder, `${IMAGES}/${name}`);
    }
  };
  await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, saveNext));
  const addresses = new Map(wanted.map(({ url: from, placeholder }) => [placeholder, webAddress(from)]));
  const final = fillIn(markdown, (placeholder) => names.get(placeholder) ?? addresses.get(placeholder) ?? '');
  return { markdown: final, counts: { saved: names.size, missing: wanted.length - names.size } };
}

const ANY = { case: 'any' as const, value: true };
const ABSENT = { case: 'absent' as const, value: true };
const hostIn = (url: string) => (URL.canParse(url) ? hostOf(url) : '');
interface Written {
  readonly content: Uint8Array;
  readonly base: typeof ANY | typeof ABSENT | { case: 'hash'; value: string };
  readonly cause: AgentCause;
}

const writeFile = (computer: Computer, target: Location, { content, base, cause }: Written) =>
  computer.files.write({ path: toAgentPath(target), content, base: { base }, createParents: true, cause });

/**
 * Writes beside articles of the same name, unless one of them is from the same address: that one gets a new version.
 */
async function write(
  computer: Computer,
  { title, url, content, cause }: { title: string; url: string; content: Uint8Array; cause: AgentCause },
): Promise<Location> {
  for (let copy = 1; ; copy++) {
    const target = childOf(FOLDER, articleName(title, hostOf(url), copy));
    try {
      await writeFile(computer, target, { content, base: ABSENT, cause });
      return target;
    } catch (error) {
      if (copy === MAX_COPIES || !isAgentError(error, 'staleBase', 'nameTaken')) throw error;
    }
    const hash = await hashIfFrom(computer, target, url);
    if (hash === null) continue;
    await writeFile(computer, target, { content, base: { case: 'hash', value: hash }, cause });
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
