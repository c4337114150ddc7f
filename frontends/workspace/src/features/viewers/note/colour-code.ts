import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { classHighlighter, highlightCode } from '@lezer/highlight';

/** A piece of code and its highlight classes (`tok-…`, coloured in the styles of notes). */
export type Piece = readonly [text: string, classes: string];

/** Splits code into highlighted pieces; undefined for an unknown language. */
export async function colourCode(code: string, language: string): Promise<Piece[] | undefined> {
  const found =
    LanguageDescription.matchLanguageName(languages, language, false) ??
    LanguageDescription.matchFilename(languages, `x.${language}`);
  if (!found) return undefined;
  const { language: known } = await found.load();
  const pieces: Piece[] = [];
  highlightCode(
    code,
    known.parser.parse(code),
    classHighlighter,
    (text, classes) => pieces.push([text, classes]),
    () => pieces.push(['\n', '']),
  );
  return pieces;
}
