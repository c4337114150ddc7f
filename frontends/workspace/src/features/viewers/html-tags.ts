/** A tag with its attributes. Linear for any input, because no part of it matches another tag. */
export const TAG = /<([a-z][a-z0-9]*)\b(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/gi;

/** Where a parser would begin a tag. */
export const TAG_START = /<(?=[a-z])/i;

const ATTRIBUTE = /\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;

export interface HtmlAttribute {
  /** In lower case. */
  readonly name: string;
  /** As written, without its quotes. */
  readonly value: string;
  /** Where the attribute begins in the HTML. */
  readonly start: number;
  readonly end: number;
}

/** The attributes of a tag, from the end of its name to what is no attribute. */
export function attributesFrom(html: string, from: number): readonly HtmlAttribute[] {
  const attributes: HtmlAttribute[] = [];
  for (let at = from; ; at = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(html);
    if (!found) return attributes;
    const value = found[2] ?? found[3] ?? found[4] ?? '';
    const start = at + found[0].length - found[0].trimStart().length;
    attributes.push({ name: found[1]!.toLowerCase(), value, start, end: ATTRIBUTE.lastIndex });
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", '#39': "'", lt: '<', gt: '>' };

/** The value of an attribute that holds an address or a title. */
export const unescapeHtml = (value: string): string =>
  value.replaceAll(/&(amp|quot|apos|#39|lt|gt);/g, (_all, name: string) => ENTITIES[name]!);
