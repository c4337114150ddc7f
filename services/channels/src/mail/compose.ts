/** Writes a mail: Markdown as text and as HTML, without pictures from elsewhere. */
import MailComposer from 'nodemailer/lib/mail-composer';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { absoluteLink } from './links.js';

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
  /** Address of the installation. */
  readonly site: string;
  readonly date: Date;
}

const MAX_SUBJECT = 300;
const LINK = /<a href="([^"]*)"([^>]*>)/g;
/** Opening a picture would tell its host that the mail is read; an answer may hold addresses of strangers. */
const IMAGE = /<img [^>]*?alt="([^"]*)"[^>]*>/g;

export async function compose({ from, to, subject, body, messageId, ...draft }: Draft): Promise<Buffer> {
  const text = body.replaceAll('\r\n', '\n');
  const composer = new MailComposer({
    from,
    to,
    subject: oneLine(subject),
    text,
    html: htmlOf(text, draft.site),
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
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);

/** HTML of the text is shown as text. Links lead to the installation at `site`, or away, or are words. */
export const htmlOf = (text: string, site: string): string =>
  micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replaceAll(IMAGE, '$1')
    .replaceAll(LINK, (_whole, href: string, rest: string) => {
      const address = absoluteLink(unescaped(href), site);
      return address === undefined ? `<a${rest}` : `<a href="${escaped(address)}"${rest}`;
    });

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
