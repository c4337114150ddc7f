/** The pages of the web that the tools of a chat have read, by their addresses. */
import type { Message, ToolResult, WebSource } from '../../../api/types';

export interface KnownSource extends WebSource {
  /** All that the assistant was shown of the page. */
  readonly text: string;
}

export type Sources = ReadonlyMap<string, KnownSource>;

/** One spelling for each address; undefined if it is none of the web. */
function spelled(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname, search } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}`;
}

/** All of the answers' sources. What was read whole replaces the excerpt of a search. */
export function sourcesOf(messages: readonly Pick<Message, 'parts'>[]): Sources {
  const known = new Map<string, KnownSource>();
  for (const { parts } of messages)
    for (const part of parts) {
      if (part.type !== 'tool' || !part.result || !('sources' in part.result)) continue;
      for (const source of part.result.sources ?? []) {
        const key = spelled(source.url);
        if (key === undefined) continue;
        const text = textFor(part.result, source);
        if ((known.get(key)?.text.length ?? -1) < text.length) known.set(key, { ...source, text });
      }
    }
  return known;
}

const textFor = (result: ToolResult, { passage }: WebSource): string =>
  result.type === 'text' ? result.text : passage;

const ADDRESS = /https?:\/\/[^\s<>"“”'`)\]]+/;
const QUOTE = /[“"„«]([^”"“»]{3,600})[”"“»]/;
/** Words only, because Markdown and typography differ between a page and its quotation. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export interface Cited {
  readonly source: KnownSource;
  /** Words of the page, if the footnote has such that the page really has. */
  readonly quote: string | undefined;
}

/** The source that a footnote names, and its quotation if that is one. */
export function citedIn(note: string, sources: Sources): Cited | undefined {
  const address = ADDRESS.exec(note)?.[0].replace(/[.,;:]+$/, '');
  const key = address === undefined ? undefined : spelled(address);
  const source = key === undefined ? undefined : sources.get(key);
  if (!source) return undefined;
  const quote = QUOTE.exec(note.replace(address!, ''))?.[1]?.trim();
  const isTrue = quote !== undefined && bare(quote) !== '' && ` ${bare(source.text)} `.includes(` ${bare(quote)} `);
  return { source, quote: isTrue ? quote : undefined };
}

export const domainOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
