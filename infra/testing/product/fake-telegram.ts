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

interface Poll {
  readonly end: (failure?: Failure) => void;
}

/** What the methods are asked with, as far as they look at it. */
interface Asked extends SentMessage {
  readonly offset?: number;
  readonly timeout?: number;
  readonly message_id: number;
  readonly file_id: string;
}

export class FakeTelegram {
  url = '';
  readonly sent: SentMessage[] = [];
  /** Texts that were shown to those who pressed a button. */
  readonly shown: string[] = [];
  /** Messages whose buttons were taken away. */
  readonly withoutButtons: number[] = [];
  /** Calls so far by method, failed ones included. */
  readonly calls = new Map<string, number>();
  /** Bytes by the id of a file. */
  readonly files = new Map<string, Buffer>();
  /** What a method answers from now on. */
  readonly failures = new Map<string, Failure>();
  /** Updates that were not confirmed yet. */
  readonly waiting: { update_id: number }[] = [];
  /** Called before a message is taken; a promise that does not end keeps the answer back. */
  onSend: (message: SentMessage) => Promise<void> | void = () => undefined;
  /** While true, hangs up after it has taken a message. */
  hangsUp = false;
  /** Called when updates were given, after the answer has left. */
  onUpdates: () => void = () => undefined;
  /** Called when a file is asked for, before it is given. */
  onFile: (id: string) => void = () => undefined;
  private serial = 100;
  private poll?: Poll;
  private readonly server = createServer((request, response) => this.route(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Somebody writes to the bot. */
  says(chatId: number, text: string, more: object = {}): void {
    const chat = { id: chatId, type: 'private' };
    this.arrives({ message: { message_id: this.serial + 1, from: from(chatId), chat, date: 0, text, ...more } });
  }

  /** Somebody presses a button. */
  presses(chatId: number, data: string): void {
    const message = { message_id: this.serial, chat: { id: chatId, type: 'private' } };
    this.arrives({ callback_query: { id: String(this.serial), from: from(chatId), data, message } });
  }

  stop(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private arrives(update: object): void {
    this.waiting.push({ update_id: ++this.serial, ...update });
    this.poll?.end();
  }

  private route(request: IncomingMessage, response: ServerResponse): void {
    const [, file] = /^\/file\/bot[^/]+\/documents\/(.+)$/.exec(request.url!) ?? [];
    if (file) {
      this.onFile(decodeURIComponent(file));
      return void response.writeHead(200).end(this.files.get(decodeURIComponent(file)));
    }
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url!) ?? [];
    void json(request).then((asked) => {
      this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
      if (decodeURIComponent(token ?? '') !== TELEGRAM.token)
        return answer(response, { status: 401, description: 'Unauthorized' });
      const failure = this.failures.get(method);
      if (failure) return answer(response, failure);
      if (method === 'getUpdates') return this.updates(response, asked as Asked);
      if (method === 'sendMessage') return this.send(request, response, asked as Asked);
      return answer(response, this.result(method, asked as Asked));
    });
  }

  private result(method: string, { text, message_id, file_id }: Asked): unknown {
    if (method === 'getMe') return { id: TELEGRAM.id, is_bot: true, username: TELEGRAM.username };
    if (method === 'answerCallbackQuery') this.shown.push(text);
    if (method === 'editMessageReplyMarkup') this.withoutButtons.push(message_id);
    if (method !== 'getFile') return true;
    return this.files.has(file_id)
      ? { file_id, file_path: `documents/${file_id}` }
      : { status: 400, description: 'Bad Request: file is too big' };
  }

  private updates(response: ServerResponse, { offset = 0, timeout = 0 }: Asked): void {
    // What is asked for after it is confirmed.
    this.waiting.splice(0, this.waiting.findLastIndex(({ update_id }) => update_id < offset) + 1);
    // Of two that poll, the one that came first is sent away.
    this.poll?.end({ status: 409, description: 'Conflict: terminated by other getUpdates request' });
    const timer = setTimeout(() => own.end(), timeout * 1000);
    const leave = () => {
      clearTimeout(timer);
      if (this.poll === own) this.poll = undefined;
    };
    const own: Poll = {
      end: (failure) => {
        leave();
        if (response.writableEnded) return;
        const given = this.waiting.slice(0, 100);
        answer(response, failure ?? given);
        if (!failure && given.length > 0) response.once('finish', () => this.onUpdates());
      },
    };
    this.poll = own;
    response.on('close', leave);
    if (this.waiting.length > 0) own.end();
  }

  private async send(request: IncomingMessage, response: ServerResponse, message: SentMessage): Promise<void> {
    if (message.text.length === 0 || message.text.length > 4 * MAX_TEXT || plain(message).length > MAX_TEXT)
      return answer(response, { status: 400, description: 'Bad Request: message is too long' });
    if (message.parse_mode === 'HTML' && !isHtml(message.text))
      return answer(response, { status: 400, description: "Bad Request: can't parse entities" });
    await this.onSend(message);
    this.sent.push(message);
    if (this.hangsUp) return void request.socket.destroy();
    answer(response, { message_id: ++this.serial, chat: { id: Number(message.chat_id), type: 'private' } });
  }
}

export const startFakeTelegram = (): Promise<FakeTelegram> => new FakeTelegram().start();

const from = (id: number) => ({ id, is_bot: false, first_name: 'Ada', username: `user${id}` });

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
