import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isTaken } from '../../../db/sql.js';
import { chatErrors } from '../../../errors.js';
import type { Asked } from '../../../shapes/asked.js';
import type { RunScript } from '../../../shapes/run-script.js';
import { OutdatedError, RunStarter } from '../../../runs/start-run.js';
import type { StoredEvent } from '../../../runs/store/run-events.repository.js';
import { RunStore } from '../../../runs/store/run-store.js';
import { firstEventOf } from '../../../runs/store/runs.repository.js';
import type { ChatOrigin } from '../chat.origin.js';
import { ChatOrigins } from '../chat-origins.js';
import { type Exchange, Exchanges } from './exchanges.js';
import type { SendInput, Sent } from './messages.dto.js';

/** The id a message will have, and of its chat, which may be `new`. */
interface NewMessage {
  readonly id: string;
  readonly conversationId: string;
  /** Of a new chat; otherwise its first words are. */
  readonly title?: string;
  /** Scripts that run before a model is asked. */
  readonly script?: RunScript | null;
  /** The routine that is only rehearsed. */
  readonly rehearses?: string;
  /** Runs in the transaction that writes the message. */
  readonly whileSending?: (tx: Ctx, conversationId: string) => Promise<void>;
}

interface Begun {
  readonly sent: Sent;
  readonly first: StoredEvent | undefined;
}

export function refuseEmpty({ text, files, attachments, chats }: Pick<SendInput, keyof Asked>): void {
  if (text.trim() === '' && files.length === 0 && attachments.length === 0 && chats.length === 0)
    throw chatErrors.emptyMessage();
}

@Injectable()
export class MessagesService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly starter: RunStarter,
    private readonly exchanges: Exchanges,
    private readonly origins: ChatOrigins,
  ) {}

  /**
   * Adds a message and starts its answer, which then runs on the server. `parent_id` names the answer it follows (null:
   * none); if that answer already has a successor, the message starts a sibling branch.
   * With `answer_to` a message that is there is answered once more.
   * With an id that was sent already, it only returns what was started then.
   * @throws chat.run_active, chat.unknown_parent, chat.not_a_question, chat.unknown_model, chat.zofile_unknown,
   *   chat.already_sent
   */
  async send(ctx: Ctx, conversationId: string, input: SendInput): Promise<Sent> {
    return (await this.begin(ctx, conversationId, input)).sent;
  }

  /** Like `send`. `first`: what the run has stored, unless it was started before. */
  begin(ctx: Ctx, conversationId: string, input: SendInput): Promise<Begun> {
    if (!input.answer_to) refuseEmpty(input);
    const { id = crypto.randomUUID() } = input;
    const isNew = input.id === undefined || conversationId === 'new';
    const whileSending = isNew ? undefined : (tx: Ctx) => this.leaveQueue(tx, { id, threadId: conversationId });
    return this.start(ctx, { id, conversationId, whileSending }, input);
  }

  /** Whether a run answers the message of this id. */
  async isSent(tx: Ctx, id: string): Promise<boolean> {
    const key = { origin: this.origins.of(tx).name, originId: id };
    return (await this.store.runs.byOrigin(tx, key)) !== undefined;
  }

  /** Sends a message that has an id already, at the end of its chat; with the same id only once. */
  async sendOnce(ctx: Ctx, message: NewMessage, asked: Asked): Promise<Sent> {
    return (await this.start(ctx, message, { ...asked, chats: asked.chats ?? [] })).sent;
  }

  /** The client that sends a message may not know that it waits in the queue, or was shown to the model from there. */
  private async leaveQueue(tx: Ctx, key: { readonly id: string; readonly threadId: string }): Promise<void> {
    const { inputs } = this.store;
    if ((await inputs.byId(tx, key)) && !(await inputs.remove(tx, key))) throw chatErrors.alreadySent();
  }

  private async start(ctx: Ctx, message: NewMessage, input: SendInput): Promise<Begun> {
    const { id: messageId, conversationId: id, title, script, rehearses, whileSending } = message;
    const origin = this.origins.of(ctx);
    let isNew = false;
    const { run, created } = await this.starter
      .startRun(
        ctx,
        { origin: origin.name, originId: messageId, conversations: { type: 'main' } },
        {
          read: (tx) => this.exchanges.read(tx, id, input),
          write: async (tx, found, run) => {
            const exchange = await this.exchanges.write(tx, { messageId, run, title, rehearses }, found);
            isNew = exchange.isNew;
            await whileSending?.(tx, exchange.conversationId);
            return { ...runOf(origin, exchange), script };
          },
        },
      )
      .catch((error: unknown) => {
        if (isTaken(error, 'messages_pkey')) throw chatErrors.idTaken();
        const isBusy = isTaken(error, 'runs_one_active') || error instanceof OutdatedError;
        throw isBusy ? chatErrors.runActive() : error;
      });
    if (created) origin.announceStart(run, { isNew });
    const sent: Sent = {
      conversation_id: run.threadId!,
      message_id: input.answer_to ?? messageId,
      run_id: run.id,
      assistant_message_id: run.messageId,
    };
    return { sent, first: created ? firstEventOf(run) : undefined };
  }
}

export const runOf = (
  origin: ChatOrigin,
  { conversationId, answerId, settings, budget, rehearses, ...branch }: Exchange,
) => ({
  threadId: conversationId,
  messageId: answerId,
  settings,
  tools: {},
  budget,
  rehearses,
  context: (...[run, options]: Parameters<ChatOrigin['context']>) => origin.contextOf(run, branch, options),
});
