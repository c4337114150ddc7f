/**
 * A long answer as messages of Telegram: Markdown in pieces, each as the HTML that Telegram takes, or as plain text.
 */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { absoluteLink } from '../mail/links.js';

/** Characters of one message. */
export const MAX_PIECE = 4_096;
/** Cuts are looked for in the last part of a piece only, so that pieces stay few. */
const MIN_PIECE = MAX_PIECE / 2;
const ENDS = ['\n\n', '\n', '. ', ' '];

/** Pieces of at most 4,096 UTF-16 units, cut where a paragraph, a line, a sentence or a word ends. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_PIECE) {
    const end = endOf(rest);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

function endOf(text: string): number {
  const head = text.slice(0, MAX_PIECE);
  for (const end of ENDS) {
    const at = head.lastIndexOf(end);
    if (at >= MIN_PIECE) return at + end.length;
  }
  // No half of a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? MAX_PIECE - 1 : MAX_PIECE;
}

const TAGS: Readonly<Record<string, string>> = {
  strong: 'b',
  em: 'i',
  del: 's',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  h1: 'b',
  h2: 'b',
  h3: 'b',
  h4: 'b',
  h5: 'b',
  h6: 'b',
};
const TAG = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;
const BLOCKS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'table', 'ul', 'ol', 'blockquote']);

/** The HTML that Telegram takes. Undefined where only plain text keeps what is said, such as tables. */
export function htmlOf(markdown: string, site: string): string | undefined {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  if (/<(table|input)\b/.test(html) || isCut(markdown)) return undefined;
  const open: boolean[] = [];
  const text = html.replaceAll(TAG, (_whole, ...found: string[]) => {
    const [closing, tag, rest] = found as [string, string, string];
    if (tag === 'a') return linkOf(rest, { isEnd: closing !== '', open, site });
    if (tag === 'li') return closing ? '' : '• ';
    if (tag === 'br') return '\n';
    if (tag === 'hr') return '———\n';
    if (tag === 'img') return /alt="([^"]*)"/.exec(rest)?.[1] ?? '';
    const known = TAGS[tag];
    const end = closing && (tag === 'p' || BLOCKS.has(tag)) ? '\n' : '';
    return known ? `<${closing}${known}>${end}` : end;
  });
  const lean = text.replaceAll(/\n{3,}/g, '\n\n').trim();
  return lean === '' || lean.length > 4 * MAX_PIECE ? undefined : lean;
}

/** A link that leads nowhere is words. */
function linkOf(rest: string, { isEnd, open, site }: { isEnd: boolean; open: boolean[]; site: string }): string {
  if (isEnd) return open.pop() ? '</a>' : '';
  const href = /href="([^"]*)"/.exec(rest)?.[1] ?? '';
  const address = absoluteLink(href.replaceAll('&amp;', '&').replaceAll('&quot;', '"'), site);
  open.push(address !== undefined);
  return address === undefined ? '' : `<a href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
}

/** A piece in the middle of a block of code would be read the other way round. */
const isCut = (markdown: string): boolean => (markdown.match(/^\s*```/gm)?.length ?? 0) % 2 === 1;
