/** Parses one mail in a thread of its own, which may use little memory and time: whoever wrote the mail is unknown. */
import PostalMime, { addressParser, type Attachment, type Email } from 'postal-mime';
import { parentPort, workerData } from 'node:worker_threads';
import type { ParsedAttachment, ParsedMail, ParseRequest, ParseResponse } from './mail.js';

const MAX_NESTING = 30;
const MAX_HEADERS = 256 * 1024;
const MAX_TEXT = 200_000;
/** Characters of HTML that are turned into text. */
const MAX_HTML = 2_000_000;
const MAX_LINE = 1_000;
const MAX_ATTACHMENTS = 100;
const MAX_REFERENCES = 20_000;

const { raw, withContents } = workerData as ParseRequest;
const parser = {
  maxNestingDepth: MAX_NESTING,
  maxHeadersSize: MAX_HEADERS,
  attachmentEncoding: 'arraybuffer',
} as const;
PostalMime.parse(raw, parser)
  .then(async (email): Promise<ParseResponse> => ({ mail: toMail(email, await textOf(email)) }))
  .catch((error: unknown): ParseResponse => ({ error: error instanceof Error ? error.message : String(error) }))
  .then((response) => parentPort!.postMessage(response))
  .catch(() => process.exit(1));

/** The library turns HTML into text only where a mail has both: one of HTML alone gets an empty text beside it. */
async function textOf({ text = '', html }: Email): Promise<string> {
  if (text.trim() !== '' || !html) return text;
  const both = [
    'Content-Type: multipart/mixed; boundary=both\r\n',
    '--both\r\nContent-Type: text/plain\r\n\r\n',
    '--both\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n',
    `${Buffer.from(html.slice(0, MAX_HTML)).toString('base64')}\r\n--both--\r\n`,
  ].join('\r\n');
  return ((await PostalMime.parse(both)).text ?? '').trim();
}

function toMail(email: Email, text: string): ParsedMail {
  const all = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const authors = all('from').flatMap((value) => addressParser(value, { flatten: true }));
  return {
    from: authors.map(({ address }) => (address ?? '').toLowerCase().slice(0, 320)).slice(0, 20),
    fromName: (authors[0]?.name ?? '').slice(0, 200),
    subject: (email.subject ?? '').slice(0, MAX_LINE),
    text: text.slice(0, MAX_TEXT),
    messageId: (email.messageId ?? '').slice(0, MAX_LINE),
    inReplyTo: (email.inReplyTo ?? '').slice(0, MAX_LINE),
    references: (email.references ?? '').slice(-MAX_REFERENCES),
    machine: machineMarks(all),
    loops: all('x-loop').map((value) => value.trim().toLowerCase()),
    attachments: email.attachments.slice(0, MAX_ATTACHMENTS).map(attachment),
    leftOut: Math.max(0, email.attachments.length - MAX_ATTACHMENTS),
  };
}

/** RFC 3834 and what programs sent before it. */
function machineMarks(all: (name: string) => string[]): string[] {
  const marks: [name: string, isMark: (value: string) => boolean][] = [
    ['auto-submitted', (value) => value.trim().toLowerCase().split(/[\s;]/)[0] !== 'no'],
    ['precedence', (value) => /^\s*(bulk|junk|list|auto_reply)\s*$/i.test(value)],
    ['list-id', () => true],
    ['list-unsubscribe', () => true],
    ['x-autoreply', () => true],
    ['x-autorespond', () => true],
  ];
  return marks.filter(([name, isMark]) => all(name).some(isMark)).map(([name]) => name);
}

function attachment({ filename, mimeType, content }: Attachment): ParsedAttachment {
  const bytes =
    typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);
  return {
    name: (filename ?? '').slice(0, MAX_LINE),
    type: mimeType.slice(0, 200),
    bytes: bytes.byteLength,
    ...(withContents && { content: bytes }),
  };
}
