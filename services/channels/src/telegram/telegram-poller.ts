/** Asks for the updates of the bot, in one process at a time: what is confirmed is stored, in one transaction. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { audit } from '@zo/audit';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { logger } from '@zo/observability';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { sayingOf } from '../approvals/sayings.js';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { Postman } from '../messages/postman.js';
import { People } from '../people/people.js';
import { BotApi, BotApiError } from './bot-api.js';
import { type HeldBot, TelegramBotsRepository } from './telegram-bots.repository.js';
import { TelegramBots } from './telegram-bots.service.js';
import { TelegramChatsRepository } from './telegram-chats.repository.js';
import { type Taken, TelegramUpdates } from './telegram-updates.js';
import type { Press, Update } from './update.js';

/** A process that was not heard of for so long after a poll counts as dead. */
const LEASE_MARGIN_MS = 40_000;
const RETRY_MS = 5_000;
const CONFLICT_MS = 30_000;
const REVOKED_MS = 5 * 60_000;
const CONFLICT = 'Another program takes the messages of this bot. Stop it, or make a bot of its own for Zo.';
const REVOKED = 'Telegram does not know this bot any more. Enter its token again.';
const PRESS = /^([ad]):([\w-]{43})$/;
const log = logger('channels:telegram');

@Injectable()
export class TelegramPoller implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly owner = crypto.randomUUID();
  private readonly closing = new AbortController();
  private running?: Promise<void>;
  private wakeUp: () => void = () => undefined;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly repository: TelegramBotsRepository,
    private readonly chats: TelegramChatsRepository,
    private readonly bots: TelegramBots,
    private readonly updates: TelegramUpdates,
    private readonly approvals: ApprovalsService,
    private readonly api: BotApi,
    private readonly postman: Postman,
    private readonly people: People,
    private readonly live: LivePublisher<'channels'>,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.loop();
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    this.wakeUp();
    await this.running;
    await this.database.acrossTenants((tx) => this.repository.release(tx, this.owner)).catch(() => undefined);
  }

  /** Called when the owner has entered a bot. */
  wake(): void {
    this.wakeUp();
  }

  private async loop(): Promise<void> {
    while (!this.closing.signal.aborted) {
      let pause: number;
      try {
        pause = await this.round();
      } catch (error) {
        if (!this.closing.signal.aborted) log.warn({ error }, 'updates of the bot could not be taken in');
        pause = RETRY_MS;
      }
      if (pause > 0 && !this.closing.signal.aborted) await this.sleep(pause);
    }
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, this.config.ZO_TELEGRAM_IDLE_MS));
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @returns how long to wait until the next one */
  private async round(): Promise<number> {
    const seconds = this.config.ZO_TELEGRAM_POLL_S;
    const bot = await this.database.acrossTenants((tx) =>
      this.repository.hold(tx, this.owner, seconds * 1000 + LEASE_MARGIN_MS),
    );
    if (!bot) return this.config.ZO_TELEGRAM_IDLE_MS;
    const token = this.bots.tokenOf(bot);
    let given: Update[];
    try {
      given = await this.api.updates(token, { offset: bot.nextUpdate, seconds, signal: this.closing.signal });
    } catch (error) {
      if (!(error instanceof BotApiError) || this.closing.signal.aborted) throw error;
      return this.failed(error);
    }
    await this.takeIn({ bot, token }, given);
    return 0;
  }

  private async failed({ status, message, more }: BotApiError): Promise<number> {
    const isRevoked = status === 401 || status === 404;
    const why = status === 409 ? CONFLICT : isRevoked ? REVOKED : message;
    await this.database.acrossTenants((tx) => this.repository.setError(tx, this.owner, why));
    if (more.retryAfterMs !== undefined) return more.retryAfterMs;
    return status === 409 ? CONFLICT_MS : isRevoked ? REVOKED_MS : RETRY_MS;
  }

  private async takeIn({ bot, token }: { bot: HeldBot; token: string }, given: readonly Update[]): Promise<void> {
    // An answer counts once, so that it may be told of again if this process dies before it is confirmed.
    for (const { callback_query: press } of given) if (press) await this.press(token, press);
    const last = given.at(-1)?.update_id;
    const next = last === undefined ? bot.nextUpdate : String(last + 1);
    const taken = await this.database.acrossTenants(async (tx) => {
      const isHeld = await this.repository.confirm(tx, { owner: this.owner, bot, next });
      return isHeld ? this.updates.takeIn(tx, bot.botId, given) : undefined;
    });
    if (taken) await this.after(token, taken);
  }

  private async after(token: string, { replies, arrived, stopped }: Taken): Promise<void> {
    if (arrived.length > 0) this.postman.wake();
    for (const { userId, id } of arrived) this.live.publish(userId, { type: 'message', payload: { id } });
    for (const { text } of replies) if (typeof text !== 'string') await this.record(text.paired, 'telegram.paired');
    for (const userId of stopped) await this.record(userId, 'telegram.unpaired');
    for (const { chatId, text: said } of replies) {
      const text = typeof said === 'string' ? said : await this.welcome(said.paired);
      await this.attempt(this.api.send(token, { chatId, text, isHtml: false }));
    }
  }

  private record(userId: string, action: 'telegram.paired' | 'telegram.unpaired'): Promise<void> {
    return this.database.tx(systemCtx(userId), async (tx) => audit(tx, action, { target: userId }));
  }

  /** Names the account: the code may have come from somebody else. */
  private async welcome(userId: string): Promise<string> {
    const whose = await this.people.own(systemCtx(userId)).then(
      ({ handle }) => ` with the account ${handle}`,
      () => '',
    );
    return `Paired${whose}. What you write here becomes a chat of that account with Zo. Send /stop to end it.`;
  }

  /** A button of a question. Whoever is not paired, or has a link of somebody else, gets no answer. */
  private async press(token: string, { id, from, data, message }: Press): Promise<void> {
    const [, act, link] = PRESS.exec(data ?? '') ?? [];
    if (!link || message?.chat.id !== from.id) return;
    const chatId = String(from.id);
    const userId = await this.database.acrossTenants((tx) => this.chats.userOf(tx, chatId));
    if (!userId) return;
    const decision = act === 'a' ? 'approve' : 'deny';
    const sender = { userId, channel: 'telegram' } as const;
    const seen = await this.approvals.answer(undefined, link, { decision, pageToken: undefined, sender });
    const ending = seen.to === 'say' ? seen.ending : 'later';
    await this.attempt(this.api.answerButton(token, id, sayingOf(ending)));
    const isOpen = ending === 'later' || ending === 'session' || ending === 'no-words';
    if (!isOpen) await this.attempt(this.api.removeButtons(token, chatId, message.message_id));
  }

  /** What only makes things nicer. */
  private async attempt(call: Promise<void>): Promise<void> {
    try {
      await call;
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      log.warn({ error }, 'the bot could not say something');
    }
  }
}
