/** Writes a mail: Markdown as text and as HTML, without pictures from elsewhere. */
import MailComposer from 'nodemailer/lib/mail-composer';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

export interface Draft {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  /** Markdown. */
  readonly body: string;
  /** In angle brackets. */
  readonly messageId: string;
  readonly inReplyTo?: string;
  readonly references?: string;
  /** It answers a mail without anybody looking on. */
  readonly isAutomatic: boolean;
  /** It leaves from here, so that it is known when it comes back. */
  readonly isOurs: boolean;
  readonly date: Date;
}

const MAX_SUBJECT = 300;
/** Opening a picture would tell its host that the mail is read; an answer may hold addresses of strangers. */
const IMAGE = /<img [^>]*?alt="([^"]*)"[^>]*>/g;

export async function compose({ from, to, subject, body, messageId, ...draft }: Draft): Promise<Buffer> {
  const text = body.replaceAll('\r\n', '\n');
  const composer = new MailComposer({
    from,
    to,
    subject: oneLine(subject),
    text,
    html: htmlOf(text),
    messageId,
    date: draft.date,
    ...(draft.inReplyTo && { inReplyTo: draft.inReplyTo }),
    ...(draft.references && { references: draft.references }),
    headers: {
      ...(draft.isOurs && { 'X-Loop': from.address }),
      ...(draft.isAutomatic && { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }),
    },
    // Neither files nor addresses are read: everything is in the text.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** A line break would begin a header of its own. */
// eslint-disable-next-line no-control-regex
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);

/** HTML of the text is shown as text. */
const htmlOf = (text: string): string =>
  micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).replaceAll(IMAGE, '$1');
