/** Fetches web pages and their images through the outbound client. */
import { fileTypeFromBuffer } from 'file-type';
import { isServiceError, type ServiceError } from '@zo/errors';
import { outboundFetch } from '@zo/outbound';
import { articleErrors } from './errors.js';

const MB = 1024 * 1024;
/** What the reader in the computer takes. */
const MAX_PAGE = 8 * MB;
const MAX_IMAGE = 8 * MB;
const PAGE_MS = 20_000;
const IMAGE_MS = 15_000;
const PAGE_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i;
const IMAGE_TYPES = new Set(['png', 'jpg', 'gif', 'webp', 'avif']);
const DRAWING_TYPE = /^image\/svg\+xml\b/i;
/** Some sites answer only to programs that say who they are. */
const AGENT = 'Mozilla/5.0 (compatible; ZoArticles/1.0)';

export interface Page {
  readonly html: Uint8Array;
  readonly contentType: string;
}

export const hostIn = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** @throws outbound.*, articles.* */
export async function fetchPage(
  url: string,
  { allowPrivate, signal: stop, ms = PAGE_MS }: { allowPrivate: boolean; signal?: AbortSignal; ms?: number },
): Promise<Page> {
  const host = hostIn(url);
  const timeout = AbortSignal.timeout(ms);
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
  const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1', 'user-agent': AGENT };
  try {
    const response = await outboundFetch(url, { headers, signal }, { allowPrivate, maxBytes: MAX_PAGE });
    const contentType = response.headers.get('content-type') ?? 'text/html';
    if (!response.ok || !PAGE_TYPES.test(contentType)) {
      await response.body?.cancel();
      if (!response.ok) throw articleErrors.refused({ host, status: response.status });
      throw articleErrors.notAPage({ type: contentType.split(';')[0]!.slice(0, 80) });
    }
    return { html: await response.bytes(), contentType: contentType.slice(0, 200) };
  } catch (error) {
    if (timeout.aborted) throw articleErrors.tooSlow({ host, seconds: ms / 1_000 }, { cause: error });
    const known = serviceErrorIn(error);
    if (known?.code === 'outbound.too_large') throw articleErrors.tooLarge({ megabytes: MAX_PAGE / MB });
    throw known ?? articleErrors.unreachable({ host }, { cause: error });
  }
}

/** An error of the outbound client arrives as the cause of what `fetch` throws. */
function serviceErrorIn(error: unknown): ServiceError | undefined {
  for (let found = error; found instanceof Error; found = found.cause) if (isServiceError(found)) return found;
  return undefined;
}

export interface Image {
  readonly bytes: Uint8Array;
  readonly extension: string;
}

interface ImageOptions {
  readonly allowPrivate: boolean;
  /** Takes SVG as well, which is named by its type because it is text. */
  readonly drawings?: boolean;
  readonly signal?: AbortSignal;
}

/** An image by its bytes; null when it cannot be had or is something else. */
export async function fetchImage(url: string, { allowPrivate, drawings, signal }: ImageOptions): Promise<Image | null> {
  const timeout = AbortSignal.timeout(IMAGE_MS);
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const headers = { accept: 'image/avif,image/webp,image/*;q=0.8', 'user-agent': AGENT };
  try {
    const response = await outboundFetch(url, { headers, signal: until }, { allowPrivate, maxBytes: MAX_IMAGE });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const bytes = await response.bytes();
    if (drawings && DRAWING_TYPE.test(response.headers.get('content-type') ?? '')) return { bytes, extension: 'svg' };
    const type = await fileTypeFromBuffer(bytes);
    return type && IMAGE_TYPES.has(type.ext) ? { bytes, extension: type.ext } : null;
  } catch {
    return null;
  }
}
