/** A fact that the assistant remembers: one line of a Markdown file in Notes/Memory. */
import { z } from 'zod';

/** Longer lines are cut for the model. */
export const MAX_FACT = 500;

export interface Fact {
  readonly text: string;
  /** Where it came from, as its line says: a chat, the user, or nothing that is known. */
  readonly by: { readonly chat: string } | 'user' | null;
  /** `2026-11-18`. */
  readonly day: string | null;
}

/** Of the user, as one line. */
export const factText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_FACT)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'has to be one line');

const BULLET = /^\s*(?:[-*+]|\d+[.)])(?:\s+|$)/;
const ORIGIN = /\s*\((?:\[chat\]\(\/\?chat=([0-9a-f-]{36})\)|(you)), (\d{4}-\d{2}-\d{2})\)\s*$/;

/** Undefined: the line holds no fact, as a heading. */
export function parseFact(line: string): Fact | undefined {
  const trimmed = line.trim();
  if (trimmed === '' || /^(?:#{1,6}\s|-{3,}$|<!--)/.test(trimmed)) return undefined;
  const found = ORIGIN.exec(trimmed);
  const text = (found ? trimmed.slice(0, found.index) : trimmed).replace(BULLET, '').trim();
  if (text === '') return undefined;
  const [, chat, user, day = null] = found ?? [];
  return { text, by: chat ? { chat } : user ? 'user' : null, day };
}

export function lineOf({ text, by, day }: Fact): string {
  if (by === null || day === null) return `- ${text}`;
  return `- ${text} (${by === 'user' ? 'you' : `[chat](/?chat=${by.chat})`}, ${day})`;
}
