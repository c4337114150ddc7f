import { z } from 'zod';
import { defineTool, type SentToUser, text } from '../tool.js';

const MAX_SUBJECT = 200;
const MAX_BODY = 50_000;
/** Three segments of text with letters that a segment has the fewest of. */
const MAX_SMS = 201;

export const sendEmailToUser = defineTool({
  name: 'send_email_to_user',
  about: 'Writes you an e-mail. It cannot write to anybody else.',
  description: 'Sends an e-mail to the person you work for, at their own address. It cannot go to anybody else.',
  class: 'tell',
  needs: 'none',
  parallel: false,
  input: z.strictObject({
    subject: z.string().trim().min(1).max(MAX_SUBJECT).describe('One line'),
    markdown_body: z.string().trim().min(1).max(MAX_BODY),
  }),
  execute: async ({ subject, markdown_body: body }, { sendToUser }) =>
    text(inWords('e-mail', await sendToUser({ channel: 'email', subject, body }))),
});

export const sendSmsToUser = defineTool({
  name: 'send_sms_to_user',
  about: 'Sends you a text message. It cannot write to anybody else.',
  description:
    'Sends a text message (SMS) to the phone of the person you work for. Keep it short: plain words, no Markdown.',
  class: 'tell',
  needs: 'none',
  parallel: false,
  input: z.strictObject({ message: z.string().trim().min(1).max(MAX_SMS) }),
  execute: async ({ message }, { sendToUser }) =>
    text(inWords('text message', await sendToUser({ channel: 'sms', subject: '', body: message }))),
});

/** Whether it left is said as it is: a model must not tell its user that something was sent. */
const inWords = (what: string, { to, kept }: SentToUser): string =>
  kept
    ? `The ${what} to ${to} was not sent, because nothing is set up here that sends it. ` +
      'It is in Settings › Outbox, where the person can read it.'
    : `The ${what} to ${to} is on its way.`;
