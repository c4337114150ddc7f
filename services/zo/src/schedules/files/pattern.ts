/**
 * Patterns of paths in the workspace: `Inbox/*.csv`, `Notes/**`. Matched in linear time, because a file may hold any.
 */

export const MAX_PATTERN = 200;
const MAX_SEGMENTS = 16;

/** What is wrong with a pattern, as a sentence; undefined: nothing. */
export function problemOfPattern(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return `A pattern of files has at most ${MAX_PATTERN} characters.`;
  if (!pattern.isWellFormed() || /[\u0000-\u001f\u007f\\]/.test(pattern))
    return 'A pattern of files is plain text, with / between folders.';
  const segments = pattern.split('/');
  if (segments.length > MAX_SEGMENTS) return `A pattern of files has at most ${MAX_SEGMENTS} folders.`;
  if (segments.some((name) => name === '' || name === '.' || name === '..'))
    return 'Write the files as a path in the workspace, such as Inbox/*.csv.';
  if (segments.some((name) => name !== '**' && name.includes('**')))
    return 'Two stars stand alone between slashes, such as Inbox/**/*.csv.';
  if (segments[0]!.toLowerCase() === 'trash') return 'Files in the trash start nothing. Name another folder.';
  return undefined;
}

/**
 * Whether a path is one of these. `*` is any text within a name, `?` one character, `**` any folders; upper and lower
 * case are the same, and names that begin with a dot match only where the pattern has the dot.
 */
export function matches(pattern: string, path: readonly string[]): boolean {
  const names = pattern.toLowerCase().split('/');
  return walk(names.length, path.length, {
    isAny: (at) => names[at] === '**',
    isSame: (at, in_) => {
      const text = path[in_]!.toLowerCase();
      if (names[at] === '**') return !text.startsWith('.');
      return text.startsWith('.') === names[at]!.startsWith('.') && matchesName([...names[at]!], [...text]);
    },
  });
}

const matchesName = (pattern: readonly string[], text: readonly string[]): boolean =>
  walk(pattern.length, text.length, {
    isAny: (at) => pattern[at] === '*',
    isSame: (at, in_) => pattern[at] === '*' || pattern[at] === '?' || pattern[at] === text[in_],
  });

interface Steps {
  /** Stands for any number of parts. */
  isAny(at: number): boolean;
  isSame(at: number, in_: number): boolean;
}

/** Goes back to the last wildcard only, so that no pattern takes longer than pattern × text. */
function walk(patternLength: number, textLength: number, { isAny, isSame }: Steps): boolean {
  let at = 0;
  let in_ = 0;
  let wildcard = -1;
  let resume = 0;
  while (in_ < textLength) {
    if (at < patternLength && isAny(at)) {
      wildcard = at++;
      resume = in_;
    } else if (at < patternLength && isSame(at, in_)) {
      at++;
      in_++;
    } else if (wildcard >= 0 && isSame(wildcard, resume)) {
      at = wildcard + 1;
      in_ = ++resume;
    } else return false;
  }
  while (at < patternLength && isAny(at)) at++;
  return at === patternLength;
}
