/** Makes a run ready for the loop: model, history, files in view. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Computers } from '@zo/computer-client';
import { Database } from '@zo/db';
import { ConversationsRepository } from '../../origins/chat/conversations/conversations.repository.js';
import { MessagesRepository } from '../../origins/chat/messages/messages.repository.js';
import { type ChosenModel, ModelsService } from '../../models/models.service.js';
import { isForeign } from '../gate/taint.js';
import { agentCtx } from '../store/agent-ctx.js';
import type { Run } from '../store/runs.repository.js';
import type { Job } from './agent-loop.js';
import { type ContextFile, readContext } from '../../origins/chat/messages/file-context.js';
import { type HistoryMessage, toModelMessages } from '../../origins/chat/messages/history.js';
import { instructions } from './prompt.js';
import { modelOptions } from './model-options.js';

/** Most messages of a branch a model is shown. */
export const MAX_HISTORY = 400;

export interface Loaded {
  readonly run: Run;
  readonly chosen: ChosenModel;
  /** Oldest first; the last is the message to be answered. */
  readonly history: readonly HistoryMessage[];
  readonly tainted: boolean;
}

export type PreparedJob = Omit<Job, 'log' | 'signal'>;

@Injectable()
export class RunPreparer {
  @Inject() private readonly database!: Database;
  @Inject() private readonly conversations!: ConversationsRepository;
  @Inject() private readonly messages!: MessagesRepository;
  @Inject() private readonly models!: ModelsService;
  @Inject() private readonly computers!: Computers;
  @Inject() private readonly platform!: Platform;

  /** From the database alone, for a run taken over. */
  async make(run: Run, signal: AbortSignal): Promise<PreparedJob> {
    const ctx = agentCtx(run);
    const loaded = await this.database.read(ctx, async (tx): Promise<Loaded> => {
      const history = await this.messages.history(tx, {
        leafId: run.messageId,
        conversationId: run.conversationId,
        limit: MAX_HISTORY,
      });
      const conversation = await this.conversations.byId(tx, run.conversationId);
      const chosen = await this.models.choose(tx, run.model);
      return { run, chosen, history: history.slice(0, -1), tainted: conversation?.tainted ?? false };
    });
    return this.fromLoaded(loaded, signal);
  }

  /** From what sending a message has at hand: no further query before the model is asked, unless it brings foreign files along. */
  async fromLoaded({ run, chosen, history, tainted }: Loaded, signal: AbortSignal): Promise<PreparedJob> {
    const ctx = agentCtx(run);
    const files = history.at(-1)?.files ?? [];
    const context =
      files.length === 0 ? { text: '', foreign: false, read: [] } : await this.filesInView(ctx, files, signal);
    // Kept at once: the answer repeats what it likes of them, also where no tool is called.
    if (context.foreign && !tainted)
      await this.database.tx(ctx, (tx) => this.conversations.setTainted(tx, run.conversationId));
    return {
      run,
      ctx,
      model: this.models.languageModel(chosen),
      options: modelOptions(chosen.provider?.kind, chosen.entry, run.settings),
      instructions: instructions({ product: this.platform.config.ZO_PRODUCT_NAME, now: new Date() }),
      messages: toModelMessages(history, { files: context.text, window: chosen.entry.context_window }),
      tainted: tainted || context.foreign,
      inView: context.read,
      nextStep: 0,
      openCalls: [],
      done: false,
    };
  }

  private async filesInView(
    ctx: Ctx,
    files: readonly { path: string }[],
    signal: AbortSignal,
  ): Promise<{ text: string; foreign: boolean; read: ContextFile[] }> {
    signal.throwIfAborted();
    try {
      const { text, read } = await this.computers.read(ctx, (computer) => readContext(computer, files));
      return { text, read, foreign: read.some(({ path }) => isForeign(path)) };
    } catch {
      const names = files.map(({ path }) => path).join(', ');
      return {
        text: `The person has these files in view, but the computer cannot be reached right now to read them: ${names}`,
        foreign: false,
        read: [],
      };
    }
  }
}
