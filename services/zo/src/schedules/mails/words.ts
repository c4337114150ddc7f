/** Which mails start a schedule: words of the sender and the subject. */

export const MAX_WORDS = 200;
const MAX_COUNT = 12;
const FIELD = /^(from|subject):(.*)$/;

export interface Headers {
  readonly sender: string;
  readonly subject: string;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const partsOf = (words: string): string[] => plain(words).split(/\s+/).filter(Boolean);

/** What is wrong with the words, as a sentence; undefined: nothing. */
export function problemOfWords(words: string): string | undefined {
  if (words.length > MAX_WORDS) return `The words of a mail have at most ${MAX_WORDS} characters.`;
  if (!words.isWellFormed() || /[\u0000-\u001f\u007f]/.test(words))
    return 'The words of a mail are plain text in one line.';
  const parts = partsOf(words);
  if (parts.length === 0) return 'Say words of the sender or the subject, or * for every mail.';
  if (parts.length > MAX_COUNT) return `At most ${MAX_COUNT} words are looked for in a mail.`;
  if (parts.some((part) => FIELD.exec(part)?.[2] === '')) return 'Write the word right after from: or subject:.';
  return undefined;
}

/**
 * Whether each word is in the sender or the subject, in upper or lower case; `from:` and `subject:` name one of them.
 */
export function matchesMail(words: string, { sender, subject }: Headers): boolean {
  const fields = { from: plain(sender), subject: plain(subject) };
  const parts = partsOf(words);
  return (
    parts.length > 0 &&
    parts.every((part) => {
      const [, field, word] = FIELD.exec(part) ?? [];
      if (field && word) return fields[field as keyof typeof fields].includes(word);
      return part === '*' || Object.values(fields).some((text) => text.includes(part));
    })
  );
}
