import { type Token, tokensOf } from './tokens.js';

/** Limits of one query; more words than a person types. */
const MAX_CLAUSES = 12;
const MAX_WORDS = 24;
const CLAUSE = /(-?)(?:"([^"]*)"?|“([^”]*)”?|(\S+))/gu;

/** Words that must stand together; the last may be the beginning of a word, unless it was quoted. */
export interface Clause {
  words: string[];
  isPrefix: boolean;
}

export interface Query {
  /** Every one of them must be in the file. */
  wanted: Clause[];
  /** None of them may be. */
  excluded: Clause[];
  /** The query as one phrase; null when it has fewer than two words. */
  phrase: Clause | null;
  /** What was typed. */
  input: string;
  /** The typed text without quotes and exclusions, for a search of substrings. */
  text: string;
}

/** Two pairs share a sign, so a run is complete without its last single sign, which only the index needs. */
function wordsOf(tokens: readonly Token[]): { words: string[]; endsInSingleSign: boolean } {
  const kept = tokens.filter(
    (token, at) =>
      !(token.cjk && [...token.word].length === 1 && tokens[at - 1]?.cjk && tokens[at - 1]!.to === token.to),
  );
  const last = kept.at(-1);
  return {
    words: kept.map(({ word }) => word),
    endsInSingleSign: last !== undefined && last.cjk && [...last.word].length === 1,
  };
}

function clauseOf(text: string, isQuoted: boolean): Clause | null {
  const tokens = [...tokensOf(text)].slice(0, MAX_WORDS);
  if (tokens.length === 0) return null;
  const { words, endsInSingleSign } = wordsOf(tokens);
  const isPrefix = endsInSingleSign || (!isQuoted && !tokens.at(-1)!.cjk);
  return { words, isPrefix };
}

/** Parses what a user typed: words, "phrases", and -words to leave out. */
export function parseQuery(input: string): Query {
  const query: Query = { wanted: [], excluded: [], phrase: null, input, text: '' };
  const texts: string[] = [];
  for (const [, minus, straight, curly, bare] of input.normalize('NFC').matchAll(CLAUSE)) {
    const text = straight ?? curly ?? bare ?? '';
    const clause = clauseOf(text, bare === undefined);
    if (query.wanted.length + query.excluded.length >= MAX_CLAUSES) break;
    if (!minus) texts.push(text);
    if (clause) (minus ? query.excluded : query.wanted).push(clause);
  }
  query.text = texts.join(' ').trim();
  const phrase = clauseOf(query.text, false);
  if (phrase && phrase.words.length > 1) query.phrase = phrase;
  return query;
}

// Words hold letters and digits only, so they cannot end the quotes.
const quoted = ({ words, isPrefix }: Clause) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;

/** The expression for FTS5; null when there is no word to look for. */
export function matchOf({ wanted, excluded }: Query): string | null {
  if (wanted.length === 0) return null;
  const all = wanted.map(quoted).join(' AND ');
  return excluded.length === 0 ? all : `(${all}) NOT (${excluded.map(quoted).join(' OR ')})`;
}
