/** A question as a message of the bot: what is asked, whole, above the buttons that answer it. */
import { visible } from '@zo/proto/hidden-text';
import type { Button } from '../messages/message.entity.js';
import { MAX_PIECE } from '../telegram/pieces.js';
import type { Question } from './chat-approvals.js';
import { rowsOf, titleOf } from './question-page.js';

/** Telegram takes no button that leads to a machine of one's own. */
const isPublic = (address: string) => /^https:\/\/[^/:]+\.[a-z]{2,}(?=[/:])/i.test(address);

interface Place {
  readonly title: string;
  readonly address: string;
  readonly token: string;
}

export function telegramQuestion(
  question: Question,
  { title, address, token }: Place,
): { body: string; buttons: Button[][] } {
  const chat = title === '' ? [] : [visible(title)];
  const head = [...chat, visible(titleOf(question)), visible(question.reason)].join('\n');
  const exact = exactly(question);
  const link = isPublic(address) ? '' : `\n\nSee what it asks: ${address}`;
  const whole = `${head}${exact === '' ? '' : `\n\n${exact}`}${link}`;
  const isWhole = isShownWhole(question) && whole.length <= MAX_PIECE;
  const answers: Button[] = [
    ...(isWhole && !question.needsSession && !question.inWords
      ? [{ text: 'Allow once', callback_data: `a:${token}` }]
      : []),
    { text: question.inWords ? 'Skip it' : 'No', callback_data: `d:${token}` },
  ];
  const page = { text: question.inWords ? 'Answer it' : 'See what it asks', url: address };
  return {
    body: isWhole ? whole : `${head.slice(0, MAX_PIECE / 2)}${link}`,
    buttons: isPublic(address) ? [answers, [page]] : [answers],
  };
}

/** Whether all of what would run later is in the question: of many or long files there is only the beginning. */
const isShownWhole = ({ files, texts }: Question): boolean =>
  texts.every(({ isCut }) => !isCut) && (texts.length === 0 || texts.length >= files.length);

function exactly({ tool, args, files, texts, inWords }: Question): string {
  if (inWords) return '';
  const rows = rowsOf(tool, args).map(([name, shown]) => `${visible(name)}: ${visible(shown)}`);
  const contents = texts.map(
    ({ file, text, kind, isCut }) =>
      `${visible(file)}: ${kind === 'binary' ? 'a program' : visible(text)}${isCut ? ' (it goes on)' : ''}`,
  );
  return [`tool: ${visible(tool)}`, ...rows, ...files.map((file) => `file: ${visible(file)}`), ...contents].join('\n');
}
