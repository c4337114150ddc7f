/** Telegram delivers albums picture by picture, and cuts long texts: such parts become one message. */
import type { Message } from '../messages/message.entity.js';
import { MAX_FILE } from './bot-api.js';
import { filesOf, storable, type TelegramMessage } from './update.js';

/** A message is complete when no part has come for so long; at the latest after `MAX_GATHER_MS`. */
export const GATHER_MS = 1_000;
export const MAX_GATHER_MS = 5_000;
/** Texts are cut at this length, or at the end of a sentence not far before it. */
const CUT = 4_096;
const MIN_CUT = CUT / 2;
const MAX_TEXT = 20_000;
const MAX_FILES = 20;

export interface Part extends Pick<Message, 'body' | 'attachments' | 'joins'> {
  readonly nextAt: Date;
}

/** What one update brings, as a message that may take further parts. */
export function partOf(message: TelegramMessage, now: number): Part {
  const { text, caption, media_group_id: album, forward_origin: origin } = message;
  const files = filesOf(message);
  const tooLarge = files.filter(({ bytes }) => bytes > MAX_FILE);
  const notes = tooLarge.map(({ name }) => `(${name} is missing: Telegram gives bots files of at most 20 MB.)`);
  const isCut = origin === undefined && (text?.length ?? 0) >= MIN_CUT;
  const joins = album === undefined ? (isCut ? `text ${text!.length}` : null) : `album ${album}`;
  return {
    body: storable([text ?? caption ?? '', ...notes].filter(Boolean).join('\n')).slice(0, MAX_TEXT),
    attachments: files.filter(({ bytes }) => bytes <= MAX_FILE),
    joins,
    nextAt: new Date(joins === null ? now : now + GATHER_MS),
  };
}

/** What becomes of the last message with one more part; undefined if it is none of its parts. */
export function joined(
  last: Message,
  part: Part,
  { message, now }: { message: TelegramMessage; now: number },
): Part | undefined {
  const latest = last.createdAt.getTime() + MAX_GATHER_MS;
  if (last.state !== 'arrived' || last.joins === null || now >= latest) return undefined;
  const isText = last.joins.startsWith('text ') && message.forward_origin === undefined && message.text !== undefined;
  if (!isText && last.joins !== part.joins) return undefined;
  // Telegram removes spaces at the ends of a text, and cuts words only if there is no other place.
  const glue = last.joins === `text ${CUT}` ? '' : '\n';
  const body = [last.body, part.body].filter(Boolean).join(glue);
  const attachments = [...last.attachments, ...part.attachments];
  if (body.length > MAX_TEXT || attachments.length > MAX_FILES) return undefined;
  return { body, attachments, joins: part.joins, nextAt: new Date(Math.min(part.nextAt.getTime(), latest)) };
}
