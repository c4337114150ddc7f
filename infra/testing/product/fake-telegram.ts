/** Telegram's Bot API as the product sees it: long polls, messages, buttons and files. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export const TELEGRAM = { token: '4242:telegram-canary', id: 4242, username: 'zo_canary_bot' };
const MAX_TEXT = 4_096;
const ALLOWED = new Set(['b', 'i', 's', 'u', 'code', 'pre', 'a', 'blockquote']);

export interface SentMessage {
  readonly chat_id: string;
  readonly text: string;
  readonly parse_mode?: string;
  readonly reply_markup?: { inline_keyboard: { text: string; callback_data?: string; url?: string }[][] };
}

interface Failure {
  readonly status: number;
  readonly description?: string;
  readonly retryAfter?: number;
}

export interface FakeTelegram {
  readonly url: string;
  readonly sent: SentMessage[];
  /** Texts that were shown to those who pressed a button. */
  readonly shown: string[];
  /** Messages whose buttons were taken away. */
  readonly withoutButtons: number[];
  /** Calls so far by method, failed ones included. */
  readonly calls: Map<string, number>;
  /** Bytes by the id of a file. */
  readonly files: Map<string, Buffer>;
  /** What a method answers from now on. */
  readonly failures: Map<string, Failure>;
  /** Called before a message is taken; a promise that does not end keeps the answer back. */
  onSend: (message: SentMessage) => Promise<void> | void;
  /** While true, hangs up after it has taken a message. */
  hangsUp: boolean;
  /** Called when updates were given, after the answer has left. */
  onUpdates: () => void;
  /** Updates that were not confirmed yet. */
  readonly waiting: { update_id: number }[];
  /** Somebody writes to the bot. */
  says(chatId: number, text: string, more?: object): number;
  /** Somebody presses a button. */
  presses(chatId: number, data: string): void;
  stop(): Promise<void>;
}

interface Poll {
  readonly end: (failure?: Failure) => void;
}

export async function startFakeTelegram(): Promise<FakeTelegram> {
  let serial = 100;
  let poll: Poll | undefined;
  const fake = {
    sent: [] as SentMessage[],
    shown: [] as string[],
    withoutButtons: [] as number[],
    calls: new Map<string, number>(),
    files: new Map<string, Buffer>(),
    failures: new Map<string, Failure>(),
    waiting: [] as ({ update_id: number } & Record<string, unknown>)[],
    onSend: () => undefined,
    hangsUp: false,
    onUpdates: () => undefined,
  } as unknown as FakeTelegram & { waiting: ({ update_id: number } & Record<string, unknown>)[] };

  const arrives = (update: object) => {
    fake.waiting.push({ update_id: ++serial, ...update });
    poll?.end();
    return serial;
  };
  const updates = (response: ServerResponse, { offset = 0, timeout = 0 }: { offset?: number; timeout?: number }) => {
    // What is asked for after it is confirmed.
    fake.waiting.splice(0, fake.waiting.findLastIndex(({ update_id }) => update_id < offset) + 1);
    // Of two that poll, the one that came first is sent away.
    poll?.end({ status: 409, description: 'Conflict: terminated by other getUpdates request' });
    const timer = setTimeout(() => poll === own && own.end(), timeout * 1000);
    const own: Poll = {
      end: (failure) => {
        clearTimeout(timer);
        if (poll === own) poll = undefined;
        if (response.writableEnded) return;
        const given = fake.waiting.slice(0, 100);
        answer(response, failure ?? given);
        if (!failure && given.length > 0) response.once('finish', () => fake.onUpdates());
      },
    };
    poll = own;
    response.on('close', () => {
      clearTimeout(timer);
      if (poll === own) poll = undefined;
    });
    if (fake.waiting.length > 0) own.end();
  };
  const send = async (request: IncomingMessage, response: ServerResponse, message: SentMessage) => {
    if (message.text.length === 0 || message.text.length > 4 * MAX_TEXT || plain(message).length > MAX_TEXT)
      return answer(response, { status: 400, description: 'Bad Request: message is too long' });
    if (message.parse_mode === 'HTML' && !isHtml(message.text))
      return answer(response, { status: 400, description: "Bad Request: can't parse entities" });
    await fake.onSend(message);
    fake.sent.push(message);
    if (fake.hangsUp) return void request.socket.destroy();
    answer(response, { message_id: ++serial, chat: { id: Number(message.chat_id), type: 'private' } });
  };
  const methods: Record<string, (request: IncomingMessage, response: ServerResponse, body: any) => unknown> = {
    getMe: (_, response) => answer(response, { id: TELEGRAM.id, is_bot: true, username: TELEGRAM.username }),
    deleteWebhook: (_, response) => answer(response, true),
    getUpdates: (_, response, body) => updates(response, body),
    sendMessage: send,
    answerCallbackQuery: (_, response, { text }) => (fake.shown.push(text), answer(response, true)),
    editMessageReplyMarkup: (_, response, body) => (fake.withoutButtons.push(body.message_id), answer(response, true)),
    getFile: (_, response, { file_id }) =>
      fake.files.has(file_id)
        ? answer(response, { file_id, file_path: `documents/${file_id}` })
        : answer(response, { status: 400, description: 'Bad Request: file is too big' }),
  };

  const server = createServer((request, response) => {
    const file = /^\/file\/bot([^/]+)\/documents\/(.+)$/.exec(request.url!);
    if (file) return void response.writeHead(200).end(fake.files.get(decodeURIComponent(file[2]!)));
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url!) ?? [];
    void json(request).then((body) => {
      fake.calls.set(method, (fake.calls.get(method) ?? 0) + 1);
      if (decodeURIComponent(token ?? '') !== TELEGRAM.token)
        return answer(response, { status: 401, description: 'Unauthorized' });
      const failure = fake.failures.get(method);
      return failure ? answer(response, failure) : methods[method]!(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const from = (id: number) => ({ id, is_bot: false, first_name: 'Ada', username: `user${id}` });
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says: (chatId: number, text: string, more: object = {}) => {
      const chat = { id: chatId, type: 'private' };
      return arrives({ message: { message_id: serial + 1, from: from(chatId), chat, date: 0, text, ...more } });
    },
    presses: (chatId: number, data: string) => {
      const message = { message_id: serial, chat: { id: chatId, type: 'private' } };
      arrives({ callback_query: { id: String(serial), from: from(chatId), data, message } });
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function answer(response: ServerResponse, given: unknown): void {
  const { status, description, retryAfter } = (given ?? {}) as Partial<Failure>;
  const isFailure = typeof status === 'number';
  const body = isFailure
    ? {
        ok: false,
        error_code: status,
        description,
        ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
      }
    : { ok: true, result: given };
  response.writeHead(isFailure ? status : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const plain = ({ text, parse_mode }: SentMessage) => (parse_mode ? text.replaceAll(/<[^>]*>/g, '') : text);

/** Tags that Telegram knows, closed in order; everything else is an entity. */
function isHtml(text: string): boolean {
  const open: string[] = [];
  for (const [, closing, tag = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
    if (!ALLOWED.has(tag)) return false;
    if (!closing) open.push(tag);
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0 && !/&(?!(amp|lt|gt|quot|#\d+);)/.test(text);
}
