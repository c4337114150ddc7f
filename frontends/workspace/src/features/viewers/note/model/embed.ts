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
const ATTRIBUTE = /\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
const END = /^\s*\/?>\s*(?:<\/iframe\s*>)?\s*$/i;

/** What an HTML block embeds; undefined for any other HTML, and for addresses that are not https. */
export function embedOf(html: string): Embed | undefined {
  const start = html.length <= MAX_LENGTH ? START.exec(html) : null;
  if (!start) return undefined;
  const attributes = new Map<string, string>();
  let at = start[0].length;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(html);
    if (!found) break;
    const name = found[1]!.toLowerCase();
    // As in browsers, the first of two attributes with one name counts.
    if (!attributes.has(name)) attributes.set(name, unescaped(found[2] ?? found[3] ?? found[4] ?? ''));
    at = ATTRIBUTE.lastIndex;
  }
  if (!END.test(html.slice(at))) return undefined;
  const src = URL.parse(attributes.get('src') ?? '');
  if (src?.protocol !== 'https:' || src.username || src.password) return undefined;
  return {
    src,
    title: attributes.get('title')?.trim() || src.hostname,
    width: sizeOf(attributes.get('width'), WIDTH),
    height: sizeOf(attributes.get('height'), HEIGHT),
  };
}

function sizeOf(written: string | undefined, standard: number): number {
  const size = /^\d{1,5}(?:px)?$/.test(written ?? '') ? Number.parseInt(written!, 10) : standard;
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", '#39': "'", lt: '<', gt: '>' };

const unescaped = (value: string): string =>
  value.replaceAll(/&(amp|quot|apos|#39|lt|gt);/g, (_all, name: string) => ENTITIES[name]!);
