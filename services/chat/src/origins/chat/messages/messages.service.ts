import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { CHAT_CONFIG, type ChatConfig } from '../../../config.js';
import { type Conversation, ConversationsRepository } from '../conversations/conversations.repository.js';
import { isTaken } from '../../../db/sql.js';
import { chatErrors } from '../../../errors.js';
import { Live } from '../live.js';
import type { HistoryMessage } from './history.js';
import { RunPreparer, MAX_HISTORY } from '../../../runs/loop/run-preparer.js';
import { type ChosenModel, ModelsService } from '../../../models/models.service.js';
import type { ModelSettings } from '../../../models/models.dto.js';
import type { Run } from '../../../runs/store/runs.repository.js';
import { RunWorker } from '../../../runs/control/worker.js';
import { addressOf, parseAddress } from '../../../tools/paths.js';
import type { SendInput, Sent } from './messages.dto.js';
import { type Attachment, MessagesRepository, type NewExchange } from './messages.repository.js';
import { sanitise } from '../../../shapes/parts.js';
import { titleOf } from './title.js';

interface Place {
  readonly conversation?: Conversation;
  readonly parentId: string | null;
  /** Oldest first, up to and including the parent. */
  readonly history: HistoryMessage[];
}

@Injectable()
export class MessagesService {
  @Inject() private readonly database!: Database;
  @Inject() private readonly conversations!: ConversationsRepository;
  @Inject() private readonly messages!: MessagesRepository;
  @Inject() private readonly models!: ModelsService;
  @Inject() private readonly worker!: RunWorker;
  @Inject() private readonly jobs!: RunPreparer;
  @Inject() private readonly live!: Live;
  @Inject(CHAT_CONFIG) private readonly config!: ChatConfig;

  /**
   * Adds a message and begins its answer, which belongs to the server from here on. `parent_id` names the answer it
   * follows (null: none), and makes a sibling branch when something follows that answer already.
   * @throws chat.run_active, chat.unknown_parent, chat.unknown_model
   */
  async send(ctx: Ctx, id: string, input: SendInput): Promise<Sent> {
    if (input.text.trim() === '' && input.files.length === 0 && input.attachments.length === 0)
      throw chatErrors.emptyMessage();
    const runId = crypto.randomUUID();
    const begun = await this.worker
      .writeDown(runId, () => this.database.tx(ctx, (tx) => this.begin(tx, { id, runId }, input)))
      .catch((error: unknown) => {
        throw isTaken(error, 'runs_one_active') ? chatErrors.runActive() : error;
      });
    const { exchange, chosen, history, tainted } = begun;
    const run = newRun(ctx, exchange);
    this.worker.start(run, 1, [], (_log, signal) => this.jobs.fromLoaded({ run, chosen, history, tainted }, signal));
    if (exchange.isNew) this.live.conversation(ctx.userId, { id: exchange.conversationId, change: 'created' });
    this.live.conversation(ctx.userId, {
      id: exchange.conversationId,
      change: 'run',
      run_id: run.id,
      status: 'running',
    });
    return {
      conversation_id: run.conversationId,
      message_id: exchange.userMessageId,
      run_id: run.id,
      assistant_message_id: run.messageId,
    };
  }

  private async begin(
    ctx: Ctx,
    { id, runId }: { id: string; runId: string },
    input: SendInput,
  ): Promise<{ exchange: NewExchange; chosen: ChosenModel; history: HistoryMessage[]; tainted: boolean }> {
    const place = await this.place(ctx, id, input);
    const chosen = await this.models.choose(ctx, input.model);
    const files = sanitise(input.files.map((file) => ({ id: file.id, path: addressOf(parseAddress(file.path)) })));
    const attachments = sanitise(input.attachments.map(measured));
    const text = sanitise(input.text);
    const exchange: NewExchange = {
      conversationId: place.conversation?.id ?? crypto.randomUUID(),
      isNew: !place.conversation,
      title: place.parentId === null ? titleOf(text) : null,
      parentId: place.parentId,
      userMessageId: crypto.randomUUID(),
      answerId: crypto.randomUUID(),
      runId,
      text,
      files,
      attachments,
      addresses: [...new Set(files.map(({ path }) => path))],
      model: chosen.entry.value,
      settings: settingsOf(input, chosen),
      leaseMs: this.config.ZO_RUN_LEASE_MS,
    };
    this.messages.insertExchange(ctx, exchange);
    const asked: HistoryMessage = { id: exchange.userMessageId, role: 'user', text, parts: [], files, attachments };
    return { exchange, chosen, history: [...place.history, asked], tainted: place.conversation?.tainted ?? false };
  }

  /** Where the message goes: behind the answer named, else behind the end of the branch shown last. */
  private async place(ctx: Ctx, id: string, input: SendInput): Promise<Place> {
    if (id === 'new') {
      if (input.parent_id) throw chatErrors.unknownParent();
      return { parentId: null, history: [] };
    }
    const conversation = await this.conversations.byId(ctx, id);
    if (!conversation) throw errors.notFound();
    if (conversation.running) throw chatErrors.runActive();
    const parentId = input.parent_id === undefined ? conversation.leafId : input.parent_id;
    if (parentId === null) return { conversation, parentId, history: [] };
    const history = await this.messages.history(ctx, { leafId: parentId, conversationId: id, limit: MAX_HISTORY });
    if (history.length === 0) throw chatErrors.unknownParent();
    if (history.at(-1)!.role !== 'assistant') throw chatErrors.notAnAnswer();
    return { conversation, parentId, history };
  }
}

function settingsOf(input: SendInput, { preference }: ChosenModel): ModelSettings {
  const { reasoning, verbosity } = input.settings ?? preference;
  return { ...(reasoning && { reasoning }), ...(verbosity && { verbosity }) };
}

function measured(attachment: SendInput['attachments'][number]): Attachment {
  const { id, kind, title, content, createdAt } = attachment;
  return {
    id,
    kind,
    title: title.slice(0, 120),
    content,
    lineCount: content.split('\n').length,
    charCount: content.length,
    createdAt:
      new Date(createdAt).toString() === 'Invalid Date' ? new Date().toISOString() : new Date(createdAt).toISOString(),
  };
}

const newRun = (ctx: Ctx, exchange: NewExchange): Run => ({
  id: exchange.runId,
  userId: ctx.userId,
  conversationId: exchange.conversationId,
  messageId: exchange.answerId,
  status: 'running',
  model: exchange.model,
  settings: exchange.settings,
  owner: ctx.owner,
  attempts: 1,
  stopRequested: false,
  undo: 'none',
  inputTokens: 0,
  outputTokens: 0,
  startedAt: new Date(),
});
