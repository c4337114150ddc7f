export type Test = (value: unknown) => boolean;

const COMPARISON = /^(<>|>=|<=|>|<|=)(.*)$/s;

/** Compares text with a pattern of `*`, `?` and `~`, in time that grows only with their lengths. */
function isLike(text: string, pattern: readonly string[]): boolean {
  let [at, next, star, mark] = [0, 0, -1, 0];
  while (at < text.length) {
    const sign = pattern[next];
    if (sign === '*') [star, mark, next] = [next, at, next + 1];
    else if (sign === '?' || sign === `=${text[at]}`) [at, next] = [at + 1, next + 1];
    else if (star >= 0) [next, mark, at] = [star + 1, mark + 1, mark + 1];
    else return false;
  }
  while (pattern[next] === '*') next++;
  return next === pattern.length;
}

/** The signs of a pattern: `*` and `?`, or a letter behind `=`. */
const signsOf = (pattern: string): string[] =>
  [...pattern.matchAll(/~[*?~]|[\s\S]/g)].map(([sign]) => {
    if (sign === '*' || sign === '?') return sign;
    return `=${sign.length === 2 ? sign[1] : sign}`;
  });

const numberOf = (text: string): number | undefined =>
  text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : undefined;

/** What `COUNTIF` and its like mean by a criterion such as `">5"`, `"a*"` or 7. */
export function criterion(wanted: unknown): Test {
  if (wanted === null || wanted === undefined) return (value) => value === 0;
  if (typeof wanted !== 'string') return (value) => value === wanted;
  const [, sign = '=', rest = wanted] = COMPARISON.exec(wanted) ?? [];
  const number = numberOf(rest);
  if (sign === '=' || sign === '<>') {
    const test = equals(rest, number);
    return sign === '=' ? test : (value) => !test(value);
  }
  const compare = ORDER[sign]!;
  if (number !== undefined) return (value) => typeof value === 'number' && compare(value - number);
  const text = rest.toLowerCase();
  return (value) => typeof value === 'string' && compare(value.toLowerCase().localeCompare(text));
}

const ORDER: Record<string, (difference: number) => boolean> = {
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
};

function equals(text: string, number: number | undefined): Test {
  if (number !== undefined) return (value) => value === number || value === text;
  if (text === '') return (value) => value === null || value === undefined || value === '';
  if (/^(true|false)$/i.test(text)) return (value) => value === (text.toLowerCase() === 'true');
  const pattern = signsOf(text.toLowerCase());
  return (value) => typeof value === 'string' && isLike(value.toLowerCase(), pattern);
}
