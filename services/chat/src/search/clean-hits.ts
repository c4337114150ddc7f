/** Makes hits out of what a service says: addresses of the web, one line a text, each bounded, none twice. */
import { fromDomains } from './domains.js';
import { type Hit, type ImageHit, MAX_HITS, type SearchQuery } from './search-port.js';

const MAX_URL = 2_048;
const MAX_TITLE = 300;
const MAX_TEXT = 1_500;
/** Longer texts are cut before anything else reads them. */
const MAX_RAW = 20_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** One line of plain text: some services send marks and entities of HTML. */
export function oneLine(text: string | null | undefined, max: number): string {
  const plain = (text ?? '')
    .slice(0, MAX_RAW)
    .replace(/<\/?(?:strong|b|em|i|br|p|span)\b[^<>]{0,200}>/gi, ' ')
    .replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name]!)
    .replace(CONTROL, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (plain.length > max ? `${plain.slice(0, max)}…` : plain).toWellFormed();
}

/** The address in its one spelling, without spaces; undefined unless it is http or https. */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || text.length > MAX_URL || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.href.length > MAX_URL ? undefined : url.href;
}

/** The day of a date in any form that services use. */
function dayOf(text: string | null | undefined): string | undefined {
  const date = new Date(text?.slice(0, 60) ?? '');
  return Number.isNaN(date.getTime()) || !/^\d{4}-/.test(date.toISOString())
    ? undefined
    : date.toISOString().slice(0, 10);
}

export interface RawHit {
  readonly url?: string | null;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly published?: string | null;
}

/** Services may ignore the domains of a query, so they are checked here again. */
export function cleanHits(found: readonly RawHit[], query: SearchQuery): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { url: raw, title, text, published } of found) {
    const url = webAddress(raw);
    if (!url || hits.has(url) || !fromDomains(url, query)) continue;
    const day = dayOf(published);
    hits.set(url, {
      url,
      title: oneLine(title, MAX_TITLE) || url,
      text: oneLine(text, MAX_TEXT),
      ...(day && { published: day }),
    });
  }
  return [...hits.values()].slice(0, Math.min(query.limit, MAX_HITS));
}

export interface RawImage {
  readonly url?: string | null;
  readonly title?: string | null;
  readonly page?: string | null;
}

export function cleanImages(found: readonly RawImage[], limit: number): ImageHit[] {
  const images = new Map<string, ImageHit>();
  for (const { url: raw, title, page: rawPage } of found) {
    const url = webAddress(raw);
    if (!url || images.has(url)) continue;
    const page = webAddress(rawPage);
    images.set(url, { url, title: oneLine(title, MAX_TITLE) || url, ...(page && { page }) });
  }
  return [...images.values()].slice(0, Math.min(limit, MAX_HITS));
}
