/**
 * How text becomes words, the same for the index, for queries and for the marks in snippets. FTS5 splits at everything
 * that is not a letter or digit; what it lacks is added here: runs of Chinese and Japanese become overlapping pairs of
 * signs, because such text has no spaces, and camelCase becomes several words.
 */
const CJK = /(?:(?=[\p{L}\p{N}\p{M}])[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}])+/gu;
const HAS_CJK = new RegExp(CJK.source, 'u');
const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;
const CAMEL_ALL = new RegExp(CAMEL.source, 'gu');
/** Accents. Marks of other scripts belong to their letters. */
const ACCENTS = /[\u0300-\u036f]+/gu;
// Exactly the characters that normalisation leaves alone.
const ASCII = /^[\0-\x7f]*$/;
export const isAscii = (text: string) => ASCII.test(text);

/** A word of a text, folded for comparison, with its place in the text in UTF-16 units. */
export interface Token {
  word: string;
  from: number;
  to: number;
  /** A pair or single sign of Chinese or Japanese. */
  cjk: boolean;
}

/** Lower case without accents, as FTS5 compares words. */
export const foldWord = (word: string): string =>
  isAscii(word) ? word.toLowerCase() : word.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();

/** Pairs of signs; the last sign also stands alone, so that every sign begins a token. */
function pairs(run: string): string[] {
  const signs = [...run];
  return signs.map((sign, at) => sign + (signs[at + 1] ?? ''));
}

/** The text as it is given to FTS5. */
export function indexable(text: string): string {
  const spaced = text.replace(CAMEL_ALL, ' ');
  if (isAscii(spaced)) return spaced;
  return spaced.normalize('NFC').replace(CJK, (run) => ` ${pairs(run).join(' ')} `);
}

/** The words of a text in order. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    let from = index;
    for (const part of word.split(CAMEL)) {
      yield* HAS_CJK.test(part) ? mixed(part, from) : [plain(part, from)];
      from += part.length;
    }
  }
}

const plain = (text: string, from: number): Token => ({
  word: foldWord(text),
  from,
  to: from + text.length,
  cjk: false,
});

/** Tokens of a word that has CJK runs and perhaps other letters between them. */
function* mixed(text: string, from: number): Generator<Token> {
  let done = 0;
  for (const { 0: run, index } of text.matchAll(CJK)) {
    if (index > done) yield plain(text.slice(done, index), from + done);
    let at = from + index;
    for (const pair of pairs(run)) {
      yield { word: pair.normalize('NFC'), from: at, to: at + pair.length, cjk: true };
      at += String.fromCodePoint(pair.codePointAt(0)!).length;
    }
    done = index + run.length;
  }
  if (done < text.length) yield plain(text.slice(done), from + done);
}
