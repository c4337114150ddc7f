import type { Extension as FromMarkdown } from 'mdast-util-from-markdown';
import type { Code, Construct, Extension, State, TokenizeContext } from 'micromark-util-types';
import { MAX_TEX } from './tex';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    tex: 'tex';
    texText: 'texText';
    citation: 'citation';
  }
}

/** Classes of the elements that our syntax becomes. Raw HTML never runs, so nothing else can have them. */
export const TEX_CLASS = 'zo-tex';
export const CITATION_CLASS = 'zo-citation';

const DOLLAR = 36;
const BACKSLASH = 92;
const OPEN = 91;
const CLOSE = 93;
const CARET = 94;

interface Marks {
  readonly first: number;
  readonly second: number;
  /** The second character of the closing mark; the first is the same. */
  readonly closing: number;
}

const DOLLARS: Marks = { first: DOLLAR, second: DOLLAR, closing: DOLLAR };
const ROUND: Marks = { first: BACKSLASH, second: 40, closing: 41 };
const SQUARE: Marks = { first: BACKSLASH, second: OPEN, closing: CLOSE };

const isLineEnding = (code: Code): boolean => code !== null && code < -2;

/** TeX between two marks, kept as it is: Markdown would take its backslashes and underscores. */
function texConstruct({ first, second, closing }: Marks, isGrowing: boolean): Construct {
  // Read at most once to the end of a text in vain.
  const unclosed = new WeakSet<TokenizeContext>();
  return {
    name: 'tex',
    tokenize(effects, ok, nok) {
      // eslint-disable-next-line @typescript-eslint/no-this-alias
      const context = this;
      let length = 0;
      let isInText = true;
      const take = (code: Code, next: State): State => {
        if (!isInText) effects.enter('texText');
        isInText = true;
        length++;
        effects.consume(code);
        return next;
      };
      const leaveText = () => {
        if (isInText) effects.exit('texText');
        isInText = false;
      };
      const finish: State = (code) => {
        leaveText();
        effects.exit('tex');
        return ok(code);
      };
      const inside: State = (code) => {
        if (code === null && isGrowing && length > 2) return finish(code);
        if (code === null || length > MAX_TEX) {
          unclosed.add(context);
          return nok(code);
        }
        if (isLineEnding(code)) {
          leaveText();
          effects.enter('lineEnding');
          effects.consume(code);
          effects.exit('lineEnding');
          return inside;
        }
        if (code === first) return take(code, afterFirst);
        return take(code, code === BACKSLASH ? escaped : inside);
      };
      const afterFirst: State = (code) => {
        if (code === closing) return length > 3 ? take(code, finish) : nok(code);
        return first === BACKSLASH ? escaped(code) : inside(code);
      };
      const escaped: State = (code) => (code === null || isLineEnding(code) ? inside(code) : take(code, inside));
      return (code) => {
        if (unclosed.has(context)) return nok(code);
        effects.enter('tex');
        effects.enter('texText');
        return take(code, (next) => (next === second ? take(next, inside) : nok(next)));
      };
    },
  };
}

/** An amount and what follows it: '5 million and 6'. */
const PRICE = /^[\d.,]+\s+[a-z]{2}/i;
const MAX_DOLLAR_TEX = 500;

const isSpace = (code: Code): boolean => code === null || code <= 32;
const isWord = (code: Code): boolean => code !== null && code > 0 && /[\p{L}\p{N}$]/u.test(String.fromCodePoint(code));

/**
 * TeX between single dollars, in one line. As in Pandoc the marks touch the formula and no digit or letter follows,
 * because most dollars in prose are prices or variables of a shell.
 */
const dollarTex: Construct = {
  name: 'tex',
  previous: (code) => !isWord(code),
  tokenize(effects, ok, nok) {
    let source = '';
    let last: Code = DOLLAR;
    const take = (code: Code, next: State): State => {
      effects.consume(code);
      last = code;
      return next;
    };
    const after: State = (code) => {
      if (isWord(code)) return nok(code);
      effects.exit('texText');
      effects.exit('tex');
      return ok(code);
    };
    const inside: State = (code) => {
      if (code === null || isLineEnding(code) || source.length > MAX_DOLLAR_TEX) return nok(code);
      if (code === DOLLAR) return source === '' || isSpace(last) || PRICE.test(source) ? nok(code) : take(code, after);
      if (source === '' && isSpace(code)) return nok(code);
      source += String.fromCodePoint(Math.max(code, 0));
      return take(code, code === BACKSLASH ? escaped : inside);
    };
    const escaped: State = (code) => (code === null || isLineEnding(code) ? inside(code) : take(code, inside));
    return (code) => {
      effects.enter('tex');
      effects.enter('texText');
      return take(code, inside);
    };
  },
};

const MAX_ID = 64;

/** `[^1]`, wherever its footnote is. */
const citation: Construct = {
  name: 'citation',
  tokenize(effects, ok, nok) {
    let length = 0;
    const take = (code: Code, next: State): State => {
      effects.consume(code);
      return next;
    };
    const id: State = (code) => {
      if (code === CLOSE && length > 0)
        return take(code, (next) => {
          effects.exit('citation');
          return ok(next);
        });
      if (code === null || code <= 32 || code === OPEN || code === CLOSE || code === CARET || ++length > MAX_ID)
        return nok(code);
      return take(code, id);
    };
    return (code) => {
      effects.enter('citation');
      return take(code, (next) => (next === CARET ? take(next, id) : nok(next)));
    };
  },
};

const syntax = (isGrowing: boolean): Extension => ({
  text: {
    [DOLLAR]: [texConstruct(DOLLARS, isGrowing), dollarTex],
    [BACKSLASH]: [texConstruct(ROUND, isGrowing), texConstruct(SQUARE, isGrowing)],
    [OPEN]: citation,
  },
});

/** Both become an element with a class; its text is the source. */
const asElement = (tag: string, className: string) =>
  ({
    enter(token) {
      this.enter({ type: 'inlineCode', value: '' }, token);
    },
    exit(token) {
      const node = this.stack.at(-1)!;
      if (node.type === 'inlineCode') {
        node.value = this.sliceSerialize(token);
        node.data = {
          hName: tag,
          hProperties: { className: [className] },
          hChildren: [{ type: 'text', value: node.value }],
        };
      }
      this.exit(token);
    },
  }) satisfies { enter: NonNullable<FromMarkdown['enter']>[string]; exit: NonNullable<FromMarkdown['exit']>[string] };

const tex = asElement('code', TEX_CLASS);
const cited = asElement('sup', CITATION_CLASS);
const tree: FromMarkdown = {
  enter: { tex: tex.enter, citation: cited.enter },
  exit: { tex: tex.exit, citation: cited.exit },
};

interface Processor {
  data(): { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
}

/**
 * A plugin of remark for the formulas and citations of answers. It goes after the others, whose syntax it overrides.
 */
export function remarkAnswers(this: unknown, { isGrowing }: { isGrowing: boolean }): void {
  const data = (this as Processor).data();
  (data.micromarkExtensions ??= []).push(syntax(isGrowing));
  (data.fromMarkdownExtensions ??= []).push(tree);
}
