/** Gmail. https://developers.google.com/workspace/gmail/api/reference/rest */
import { z } from 'zod';
import { type AppApi, at, type Call, defineTool, id, limit, listAt, longText, page, path, textAt } from './app-tool.js';
import { mailOf } from './mail-text.js';

const ME = 'https://gmail.googleapis.com/gmail/v1/users/me';
const READ = ['https://www.googleapis.com/auth/gmail.readonly'];
const COMPOSE = ['https://www.googleapis.com/auth/gmail.compose'];
const MAX_DEPTH = 20;

const headerOf = (message: unknown, name: string): string =>
  textAt(
    listAt(message, 'payload', 'headers').find((header) => textAt(header, 'name').toLowerCase() === name),
    'value',
  );

const summary = (message: unknown) => ({
  id: at(message, 'id'),
  thread_id: at(message, 'threadId'),
  from: headerOf(message, 'from'),
  to: headerOf(message, 'to'),
  subject: headerOf(message, 'subject'),
  date: headerOf(message, 'date'),
});

interface Part {
  readonly type: string;
  readonly text: string;
  readonly file: string;
}

function partsOf(part: unknown, depth = 0): Part[] {
  if (depth > MAX_DEPTH) return [];
  const inner = at(part, 'parts');
  const own = {
    type: textAt(part, 'mimeType'),
    text: Buffer.from(textAt(part, 'body', 'data'), 'base64url').toString(),
    file: textAt(part, 'filename'),
  };
  return [own, ...(Array.isArray(inner) ? inner : []).flatMap((one: unknown) => partsOf(one, depth + 1))];
}

/** Good enough to read; nothing of it is shown as HTML. */
const plainOf = (html: string): string =>
  html
    .replaceAll(/<(style|script|head)\b[^]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\n\s*\n\s*/g, '\n\n')
    .trim();

function whole(message: unknown): unknown {
  const parts = partsOf(at(message, 'payload'));
  const textOf = (type: string) => parts.find((part) => part.type === type && part.file === '' && part.text)?.text;
  return {
    ...summary(message),
    labels: at(message, 'labelIds'),
    body: textOf('text/plain') ?? plainOf(textOf('text/html') ?? ''),
    attachments: parts.flatMap(({ file }) => (file ? [file] : [])),
  };
}

const address = z.email().max(320);
const letter = z.strictObject({
  to: z.array(address).min(1).max(50).describe('Addresses'),
  cc: z.array(address).max(50).optional(),
  subject: z.string().max(900).describe('Left out of answers: “Re: …” is made of the mail that is answered').optional(),
  body: longText('The text, without markup'),
  reply_to_id: id('The id of the message that this answers').optional(),
});

async function raw(call: Call, { reply_to_id: replyTo, ...mail }: z.infer<typeof letter>) {
  if (replyTo === undefined) return { raw: mailOf({ ...mail, subject: mail.subject ?? '' }) };
  const before = await call({
    url: ME + path`/messages/${replyTo}`,
    query: { format: 'metadata' },
  });
  const [known, messageId] = [headerOf(before, 'subject'), headerOf(before, 'message-id')];
  const subject = mail.subject ?? (/^re:/i.test(known) ? known : `Re: ${known}`);
  const references = `${headerOf(before, 'references')} ${messageId}`.trim();
  return { raw: mailOf({ ...mail, subject, inReplyTo: messageId, references }), threadId: at(before, 'threadId') };
}

export const gmail: AppApi = {
  tools: [
    defineTool({
      name: 'search_messages',
      about:
        'Finds mails, newest first. The query is that of the search field of Gmail: from:ada is:unread newer_than:7d',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ query: z.string().max(1_000).optional(), limit: limit(20, 10), page }),
      run: async (call, { query, limit: maxResults, page: pageToken }) => {
        const found = await call({ url: `${ME}/messages`, query: { q: query, maxResults, pageToken } });
        // Without a hit there is no list.
        const ids = at(found, 'messages') === undefined ? [] : listAt(found, 'messages').slice(0, maxResults);
        const items = await Promise.all(
          ids.map(async (one) => {
            const url = ME + path`/messages/${textAt(one, 'id')}`;
            const message = await call({ url, query: { format: 'metadata' } });
            return { ...summary(message), snippet: at(message, 'snippet') };
          }),
        );
        return { items, next_page: at(found, 'nextPageToken') };
      },
    }),
    defineTool({
      name: 'read_message',
      about: 'Reads a mail with its text and the names of its attachments',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ id: id('The id of the message') }),
      request: (args) => ({ url: ME + path`/messages/${args.id}`, query: { format: 'full' } }),
      read: whole,
    }),
    defineTool({
      name: 'read_thread',
      about: 'Reads all mails of a thread',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ thread_id: id('The id of the thread') }),
      request: (args) => ({ url: ME + path`/threads/${args.thread_id}`, query: { format: 'full' } }),
      read: (answer) => ({ items: listAt(answer, 'messages').map(whole) }),
    }),
    defineTool({
      name: 'create_draft',
      about: 'Writes a mail into the drafts, without sending it',
      effect: 'write',
      scopes: COMPOSE,
      input: letter,
      run: async (call, args) => {
        const draft = await call({ method: 'POST', url: `${ME}/drafts`, json: { message: await raw(call, args) } });
        return { draft_id: at(draft, 'id'), message_id: at(draft, 'message', 'id') };
      },
    }),
    defineTool({
      name: 'send_message',
      about: 'Sends a mail from the user’s address',
      effect: 'send',
      scopes: COMPOSE,
      input: letter,
      run: async (call, args) => {
        const sent = await call({ method: 'POST', url: `${ME}/messages/send`, json: await raw(call, args) });
        return { message_id: at(sent, 'id'), thread_id: at(sent, 'threadId') };
      },
    }),
    defineTool({
      name: 'list_labels',
      about: 'Lists the labels',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({}),
      request: () => ({ url: `${ME}/labels` }),
      read: (answer) => ({
        items: listAt(answer, 'labels').map((label) => ({ id: at(label, 'id'), name: at(label, 'name') })),
      }),
    }),
  ],
};
