import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightCode, tagHighlighter, tags as t } from '@lezer/highlight';

/** A piece of code in one colour. */
export interface Token {
  text: string;
  colour?: string;
}

// The class names are the theme's colour tokens, so a theme change needs no new highlighting.
const colours = tagHighlighter([
  { tag: [t.keyword, t.modifier, t.operatorKeyword, t.controlKeyword], class: 'var(--syn-5)' },
  { tag: [t.string, t.special(t.string), t.regexp, t.monospace], class: 'var(--syn-3)' },
  { tag: [t.number, t.bool, t.null, t.atom], class: 'var(--syn-2)' },
  {
    tag: [t.function(t.variableName), t.function(t.propertyName), t.labelName, t.propertyName, t.attributeName],
    class: 'var(--syn-4)',
  },
  { tag: [t.typeName, t.className, t.namespace], class: 'var(--syn-6)' },
  { tag: [t.tagName, t.deleted], class: 'var(--syn-1)' },
  { tag: [t.comment, t.meta, t.processingInstruction], class: 'var(--text-3)' },
  { tag: t.inserted, class: 'var(--good)' },
]);

/** Highlights code; undefined for an unknown language. */
export async function highlight(code: string, language: string): Promise<Token[] | undefined> {
  const found =
    LanguageDescription.matchLanguageName(languages, language, false) ??
    LanguageDescription.matchFilename(languages, `x.${language}`);
  if (!found) return undefined;
  const support = await found.load();
  const tokens: Token[] = [];
  highlightCode(
    code,
    support.language.parser.parse(code),
    colours,
    (text, classes) => tokens.push({ text, ...(classes && { colour: classes.split(' ').at(-1) }) }),
    () => tokens.push({ text: '\n' }),
  );
  return tokens;
}
