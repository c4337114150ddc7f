/** The queue of a chat: what the user says while an answer is written. */
import { Injectable } from '@nestjs/common';
import { type Ctx, requirePerson } from '@zo/auth';
import { errors, isServiceError } from '@zo/errors';
import { logger } from '@zo/observability';
import { chatErrors } from '../../../errors.js';
import { RunStore } from '../../../runs/store/run-store.js';
import type { RunInput } from '../../../runs/store/run-inputs.repository.js';
import { ChatStore } from '../chat-store.js';
import { Live } from '../live.js';
import { askedOf } from '../messages/exchanges.js';
import { MessagesService, refuseEmpty } from '../messages/messages.service.js';
import type { QueueInput } from './queue.dto.js';

type InputKey = Pick<RunInput, 'id' | 'threadId'>;

const MAX_WAITING = 20;
const log = logger('chat:queue');

@Injectable()
export class QueueService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly chats: ChatStore,
    private readonly messages: MessagesService,
    private readonly live: Live,
  ) {}

  /**
   * Adds a message that is sent after the answer, once for its id.
   * @throws chat.not_running, chat.queue_full, chat.already_sent
   */
  async add(ctx: Ctx, threadId: string, input: QueueInput) {
    requirePerson(ctx);
    refuseEmpty(input);
    const asked = askedOf(input);
    const { inputs, database } = this.store;
    const added = await database.tx(ctx, async (tx) => {
      if (!(await this.chats.conversations.byId(tx, threadId))) throw errors.notFound();
      const runId = await inputs.activeRun(tx, threadId);
      const id = input.id ?? crypto.randomUUID();
      if (input.id) {
        const earlier = await inputs.byId(tx, { id, threadId });
        if (earlier) return earlier;
        if (await this.messages.isSent(tx, id)) throw chatErrors.alreadySent();
      }
      if (!runId) throw chatErrors.notRunning();
      if ((await inputs.waiting(tx, threadId)).length >= MAX_WAITING) throw chatErrors.queueFull();
      const made = { id, threadId, runId: null, kind: 'after' as const, asked };
      await inputs.insertOnce(tx, made);
      return made;
    });
    this.changed(ctx, threadId);
    return { ...added.asked, id: added.id, kind: added.kind };
  }

  /**
   * Shows the message to the model before its next step; without an answer in the making, sends it.
   * @throws chat.cannot_steer
   */
  async sendNow(ctx: Ctx, key: InputKey): Promise<void> {
    const { inputs, database } = this.store;
    const idle = await database.tx(ctx, async (tx) => {
      const input = await inputs.waitingById(tx, key);
      if (!input) throw errors.notFound();
      const runId = await inputs.activeRun(tx, key.threadId);
      if (runId && input.asked.chats) throw chatErrors.cannotSteer();
      if (runId) await inputs.steer(tx, key.id, runId);
      return runId ? undefined : input;
    });
    if (idle) await this.start(ctx, idle);
    this.changed(ctx, key.threadId);
  }

  async remove(ctx: Ctx, key: InputKey): Promise<void> {
    if (!(await this.store.database.tx(ctx, (tx) => this.store.inputs.remove(tx, key)))) throw errors.notFound();
    this.changed(ctx, key.threadId);
  }

  /** Sends the next message of a chat whose answer is complete. If it cannot be sent, all of them wait for the user. */
  async startNext(ctx: Ctx, threadId: string): Promise<void> {
    const { inputs, database } = this.store;
    try {
      const next = await database.read(ctx, (tx) => inputs.next(tx, threadId));
      if (next) await this.start(ctx, next);
    } catch (error) {
      // The user was faster; the message follows that answer.
      if (isServiceError(error, 'chat.run_active')) return;
      log.warn({ error }, 'a queued message could not be sent');
      await database.tx(ctx, (tx) => inputs.leave(tx, threadId, 'held'));
      this.changed(ctx, threadId);
    }
  }

  /** Once for all processes, because the message keeps its id. */
  private async start(ctx: Ctx, { id, threadId, asked }: RunInput): Promise<void> {
    const whileSending = async (tx: Ctx) => {
      if (!(await this.store.inputs.remove(tx, { id, threadId }))) throw errors.notFound();
    };
    await this.messages.sendOnce(ctx, { id, conversationId: threadId, whileSending }, asked);
  }

  private changed(ctx: Ctx, id: string): void {
    this.live.conversation(ctx.userId, { id, change: 'updated' });
  }
}
