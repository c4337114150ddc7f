import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isTaken } from '../../../db/sql.js';
import { chatErrors } from '../../../errors.js';
import { RunStarter } from '../../../runs/start-run.js';
import { ChatOrigin } from '../chat.origin.js';
import { type Exchange, Exchanges } from './exchanges.js';
import type { SendInput, Sent } from './messages.dto.js';

@Injectable()
export class MessagesService {
  constructor(
    private readonly starter: RunStarter,
    private readonly exchanges: Exchanges,
    private readonly origin: ChatOrigin,
  ) {}

  /**
   * Adds a message and starts its answer, which then runs on the server. `parent_id` names the answer it follows (null:
   * none); if that answer already has a successor, the message starts a sibling branch.
   * @throws chat.run_active, chat.unknown_parent, chat.unknown_model, chat.zofile_unknown
   */
  async send(ctx: Ctx, id: string, input: SendInput): Promise<Sent> {
    if (input.text.trim() === '' && input.files.length === 0 && input.attachments.length === 0)
      throw chatErrors.emptyMessage();
    const messageId = crypto.randomUUID();
    let isNew = false;
    const { run } = await this.starter
      .startRun(
        ctx,
        { origin: this.origin.name, originId: messageId, conversations: { type: 'main' } },
        async (tx, runId, zofile) => {
          const exchange = await this.exchanges.write(tx, { id, messageId, runId, zofile }, input);
          isNew = exchange.isNew;
          return this.runOf(exchange);
        },
      )
      .catch((error: unknown) => {
        throw isTaken(error, 'runs_one_active') ? chatErrors.runActive() : error;
      });
    this.origin.announceStart(run, { isNew });
    return {
      conversation_id: run.threadId!,
      message_id: messageId,
      run_id: run.id,
      assistant_message_id: run.messageId,
    };
  }

  private runOf({ conversationId, answerId, chosen, settings, budget, ...branch }: Exchange) {
    return {
      threadId: conversationId,
      messageId: answerId,
      chosen,
      settings,
      tools: {},
      budget,
      context: (...[run, options]: Parameters<ChatOrigin['context']>) => this.origin.contextOf(run, branch, options),
    };
  }
}
