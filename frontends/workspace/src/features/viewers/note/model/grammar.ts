/** The grammar of notes: GitHub's Markdown with footnotes, ==highlights==, $TeX$ and blocks of it. */
import { GFM, parser, type InlineContext, type LeafBlockParser, type MarkdownConfig } from '@lezer/markdown';

const FOOTNOTE_COLUMNS = 4;
const FOOTNOTE_START = /^\[\^([^\]\s]+)\]:[ \t]*/;
const CITATION = /^\[\^([^\]\s]+)\]/;
const SPACE_OR_END = /^\s|^$/;
const PUNCTUATION = /^[\p{P}\p{S}]/u;
const [EQUALS, DOLLAR, BRACKET, BACKSLASH] = [61, 36, 91, 92];
const INLINE_PARSERS = [
  'Escape',
  'Entity',
  'InlineCode',
  'HTMLTag',
  'Emphasis',
  'HardBreak',
  'Link',
  'Image',
  'LinkEnd',
];

/** `[^1]: text`, with further blocks indented by four columns. */
const footnotes: MarkdownConfig = {
  defineNodes: [
    {
      name: 'Footnote',
      block: true,
      composite(_context, line) {
        // `next` is negative on a blank line, which ends no footnote.
        if (line.next >= 0 && line.indent < line.baseIndent + FOOTNOTE_COLUMNS) return false;
        line.moveBaseColumn(line.baseIndent + FOOTNOTE_COLUMNS);
        return true;
      },
    },
    'FootnoteMark',
    'Citation',
  ],
  parseBlock: [
    {
      name: 'Footnote',
      before: 'LinkReference',
      parse(context, line) {
        const start = line.next === BRACKET ? FOOTNOTE_START.exec(line.text.slice(line.pos)) : null;
        if (!start) return false;
        const from = context.lineStart + line.pos;
        context.startComposite('Footnote', line.pos);
        context.addElement(context.elt('FootnoteMark', from, from + start[0].trimEnd().length));
        line.moveBase(line.pos + start[0].length);
        return null;
      },
      endLeaf: (_context, line) => line.next === BRACKET && FOOTNOTE_START.test(line.text.slice(line.pos)),
    },
  ],
  parseInline: [
    {
      name: 'Citation',
      before: 'Link',
      parse(context, next, at) {
        if (next !== BRACKET) return -1;
        const found = CITATION.exec(context.slice(at, context.end));
        return found ? context.addElement(context.elt('Citation', at, at + found[0].length)) : -1;
      },
    },
  ],
};

const HIGHLIGHT = { resolve: 'Highlight', mark: 'HighlightMark' };

const highlights: MarkdownConfig = {
  defineNodes: ['Highlight', 'HighlightMark'],
  parseInline: [
    {
      name: 'Highlight',
      after: 'Emphasis',
      parse(context, next, at) {
        if (next !== EQUALS || context.char(at + 1) !== EQUALS || context.char(at + 2) === EQUALS) return -1;
        const [before, after] = [context.slice(at - 1, at), context.slice(at + 2, at + 3)];
        const isOpen = !SPACE_OR_END.test(after) && (!PUNCTUATION.test(after) || isEdge(before));
        const isClose = !SPACE_OR_END.test(before) && (!PUNCTUATION.test(before) || isEdge(after));
        return context.addDelimiter(HIGHLIGHT, at, at + 2, isOpen, isClose);
      },
    },
  ],
};

const isEdge = (character: string) => SPACE_OR_END.test(character) || PUNCTUATION.test(character);

/**
 * As in Pandoc: no space inside of single dollar signs, and no digit after them, so that prices stay text. Two signs
 * are no price, and are often written with spaces.
 */
const math: MarkdownConfig = {
  defineNodes: ['Math'],
  parseInline: [
    { name: 'Math', before: 'Escape', parse: (context, next, at) => (next === DOLLAR ? texAt(context, at) : -1) },
  ],
};

function texAt(context: InlineContext, at: number): number {
  const size = context.char(at + 1) === DOLLAR ? 2 : 1;
  if (size === 1 && /\s/.test(context.slice(at + 1, at + 2))) return -1;
  for (let end = at + size + 1; end + size <= context.end; end++) {
    if (context.char(end) === BACKSLASH) end++;
    else if (context.char(end) === DOLLAR) {
      const isTeX = size === 1 ? !isPrice(context, end) : isDisplayed(context, at + 2, end);
      return isTeX ? context.addElement(context.elt('Math', at, end + size)) : -1;
    }
  }
  return -1;
}

/** Whether the sign that would close a formula starts a price instead, as the second one in "$5 or $6". */
const isPrice = (context: InlineContext, end: number): boolean =>
  /\s/.test(context.slice(end - 1, end)) || /\d/.test(context.slice(end + 1, end + 2));

const isDisplayed = (context: InlineContext, from: number, end: number): boolean =>
  context.char(end + 1) === DOLLAR && context.slice(from, end).trim() !== '';

const DOLLARS = /^\$\$[ \t]*$/;

const formulaBlock: LeafBlockParser = {
  nextLine(context, line, leaf) {
    if (!DOLLARS.test(line.text.slice(line.pos))) return false;
    context.nextLine();
    context.addLeafElement(leaf, context.elt('FormulaBlock', leaf.start, context.prevLineEnd()));
    return true;
  },
  finish: () => false,
};

/** A paragraph between two lines of dollar signs. TeX has no blank lines there; without the second line it is text. */
const formulas: MarkdownConfig = {
  defineNodes: [{ name: 'FormulaBlock', block: true }],
  parseBlock: [
    {
      name: 'FormulaBlock',
      before: 'SetextHeading',
      leaf: (_context, { content }) => (DOLLARS.test(content) ? formulaBlock : null),
    },
  ],
};

const notes = parser.configure([GFM, footnotes, highlights, math, formulas]);

/** Finds blocks only; `inlineParser` reads the text of one block. */
export const blockParser = notes.configure({
  remove: [...INLINE_PARSERS, 'Strikethrough', 'Autolink', 'Citation', 'Highlight', 'Math'],
});
export const inlineParser = notes;
