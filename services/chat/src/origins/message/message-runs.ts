/** Starts the runs that answer messages, each once however often it is told of. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import { logger } from '@zo/observability';
import type { MessageReceived } from '@zo/proto/channels/v1';
import { isTaken } from '../../db/sql.js';
import { Channels, type ReceivedMessage } from '../../runs/ports/channels.js';
import { Schedules } from '../../runs/ports/schedules.js';
import { OutdatedError, RunStarter } from '../../runs/start-run.js';
import type { Source } from '../../shapes/labels.js';
import { sanitise } from '../../shapes/parts.js';
import { ChatStore } from '../chat/chat-store.js';
import { Exchanges } from '../chat/messages/exchanges.js';
import { runOf } from '../chat/messages/messages.service.js';
import { type MessageOrigin, MessageOrigins } from './message.origin.js';

const MAX_TITLE = 120;
const log = logger('chat:messages');

@Injectable()
export class MessageRuns {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly starter: RunStarter,
    private readonly exchanges: Exchanges,
    private readonly channels: Channels,
    private readonly store: ChatStore,
    private readonly origins: MessageOrigins,
    private readonly schedules: Schedules,
  ) {}

  /** Does nothing if the message was deleted. @throws if a service does not answer: it is tried again */
  async start({ userId, messageId }: MessageReceived): Promise<void> {
    const originId = `message:${messageId}`;
    const system: Ctx = { userId, owner: false, actor: 'email', requestId: originId };
    const message = await this.channels.message(system, messageId);
    if (!message) return;
    if (await this.isTaken(system, messageId, message)) return;
    const ctx: Ctx = { ...system, actor: message.channel, owner: message.owner };
    const origin = this.origins[message.channel];
    try {
      await this.run(ctx, { originId, origin }, message);
    } catch (error) {
      // The chat is busy: the message comes again when there is an end to what is said there.
      if (isBusy(error)) return this.channels.postpone(ctx, messageId);
      if (!isServiceError(error) || error.status >= 500) throw error;
      log.warn({ error }, 'a message could not be answered');
      await this.store.database.tx(ctx, async (tx) => origin.refused(tx, originId, error.detail));
    }
  }

  /** A mail that starts a schedule is not answered as well; one that continues a chat starts none. */
  private async isTaken(ctx: Ctx, messageId: string, message: ReceivedMessage): Promise<boolean> {
    const { channel, conversationId, sender, subject, text, files } = message;
    if (channel !== 'email' || conversationId !== '') return false;
    return this.schedules.takesMail(ctx, { messageId, sender, subject, text, files });
  }

  private async run(
    ctx: Ctx,
    { originId, origin }: { originId: string; origin: MessageOrigin },
    message: ReceivedMessage,
  ): Promise<void> {
    const id = await this.conversationOf(ctx, message);
    const { run, created } = await this.starter.startRun(
      ctx,
      { origin: origin.name, originId, conversations: { type: origin.name } },
      {
        read: (tx) =>
          this.exchanges.read(tx, id, {
            text: textOf(message, id === 'new'),
            files: message.files.map((path) => ({ id: crypto.randomUUID(), path })),
            attachments: [],
            chats: [],
          }),
        write: async (tx, found, run) => {
          const exchange = await this.exchanges.write(
            tx,
            {
              messageId: crypto.randomUUID(),
              run,
              title: sanitise(titleOf(message)),
              isByOthers: !message.byUser,
              foreign: [sourceOf(message)],
            },
            found,
          );
          origin.started(tx, { id: run.id, originId, userId: ctx.userId }, exchange.conversationId);
          return runOf(origin, exchange);
        },
      },
    );
    if (created) origin.announceStart(run, { isNew: id === 'new' });
  }

  /** A reply to a chat that its user has deleted begins a new one. */
  private async conversationOf(ctx: Ctx, { conversationId }: ReceivedMessage): Promise<string> {
    if (conversationId === '') return 'new';
    const found = await this.store.database.read(ctx, (tx) => this.store.conversations.byId(tx, conversationId));
    return found ? conversationId : 'new';
  }
}

const isBusy = (error: unknown) =>
  isServiceError(error, 'chat.run_active') || isTaken(error, 'runs_one_active') || error instanceof OutdatedError;

const titleOf = ({ subject, text }: ReceivedMessage): string =>
  (subject || text).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE) || 'A message without words';

/** The subject of a reply says what the chat says already. */
const textOf = ({ subject, text }: ReceivedMessage, isNew: boolean): string =>
  (isNew && subject ? `${subject}\n\n${text}` : text).trim() || '(no words)';

const sourceOf = ({ channel, sender }: ReceivedMessage): Source => ({
  kind: channel === 'sms' ? 'sms' : 'mail',
  name: sender,
});
