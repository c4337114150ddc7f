import { attributesFrom, unescapeHtml } from '../../html-tags';

/** A page of another site in a note: the HTML block of one iframe. */
export interface Embed {
  readonly src: URL;
  readonly title: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const MAX_LENGTH = 4_000;
const [WIDTH, HEIGHT] = [560, 315];
const [MIN_SIZE, MAX_SIZE] = [50, 1_200];

const START = /^\s*<iframe(?=[\s>/])/i;
const END = /^\s*\/?>\s*(?:<\/iframe\s*>)?\s*$/i;

/** What an HTML block embeds; undefined for any other HTML, and for addresses that are not https. */
export function embedOf(html: string): Embed | undefined {
  const start = html.length <= MAX_LENGTH ? START.exec(html) : null;
  if (!start) return undefined;
  const attributes = attributesFrom(html, start[0].length);
  const valueOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
  if (!END.test(html.slice(attributes.at(-1)?.end ?? start[0].length))) return undefined;
  const src = URL.parse(unescapeHtml(valueOf('src') ?? ''));
  if (src?.protocol !== 'https:' || src.username || src.password) return undefined;
  return {
    src,
    title: unescapeHtml(valueOf('title') ?? '').trim() || src.hostname,
    width: sizeOf(valueOf('width'), WIDTH),
    height: sizeOf(valueOf('height'), HEIGHT),
  };
}

function sizeOf(written: string | undefined, standard: number): number {
  const size = /^\d{1,5}(?:px)?$/.test(written ?? '') ? Number.parseInt(written!, 10) : standard;
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));
}
