/** What a notification says of a question, for users who want to see it without opening the page. */
import { visible } from '@zo/proto/hidden-text';
import type { Question } from './chat-approvals.js';
import { rowsOf, titleOf } from './question-page.js';

/** Characters; devices show fewer. */
export const MAX_TEXT = 300;

/** `Run this command? npm publish`; longer ones are cut. */
export function notificationText(question: Question): string {
  const { inWords, reason, tool, args } = question;
  const exact = inWords ? [reason] : rowsOf(tool, args).map(([, shown]) => shown);
  const text = visible([titleOf(question), ...exact].join(' ').replaceAll(/\s+/g, ' ').trim());
  const characters = Array.from(text);
  return characters.length <= MAX_TEXT ? text : `${characters.slice(0, MAX_TEXT - 1).join('')}…`;
}
