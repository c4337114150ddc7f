/** Changes one fact in the text of a memory file; everything else in it stays as it is. */
import { type Fact, lineOf, parseFact } from './fact.js';

export interface FactChange {
  /** The words of the fact that is changed or forgotten; null: a new one is added. */
  readonly before: string | null;
  /** Null: it is forgotten. */
  readonly after: Fact | null;
}

/** Undefined if no line has the words of `before`. */
export function withChange(text: string, { before, after }: FactChange): string | undefined {
  if (before === null) {
    if (!after) return text;
    const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return `${start}${lineOf(after)}\n`;
  }
  const lines = text.split('\n');
  const at = lines.findIndex((line) => parseFact(line)?.text === before);
  if (at < 0) return undefined;
  return lines.toSpliced(at, 1, ...(after ? [lineOf(after)] : [])).join('\n');
}
