/** Writes an exchange, i.e. a user's message and the answer to it, at its place in the conversation. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { errors } from '@zo/errors';
import { CHAT_CONFIG, type ChatConfig } from '../../../config.js';
import { chatErrors } from '../../../errors.js';
import type { ModelSettings } from '../../../models/models.dto.js';
import { type ChosenModel, ModelsService } from '../../../models/models.service.js';
import { shaping } from '../../../runs/ports/zofiles.js';
import type { Run } from '../../../runs/store/runs.repository.js';
import type { RunZofile } from '../../../shapes/zofile.js';
import { NO_LABELS, type Source, withSources } from '../../../shapes/labels.js';
import { type Asked, type Attachment, pastedIn } from '../../../shapes/asked.js';
import { sanitise } from '../../../shapes/parts.js';
import { addressOf, parseAddress } from '@zo/proto/location';
import { type Branch, MAX_HISTORY } from '../chat.origin.js';
import { ChatStore } from '../chat-store.js';
import { labelsOf } from '../conversations/conversation.entity.js';
import type { HistoryMessage } from './history.js';
import type { SendInput } from './messages.dto.js';
import { titleOf } from './title.js';

export interface Exchange extends Branch {
  readonly conversationId: string;
  readonly isNew: boolean;
  readonly answerId: string;
  readonly chosen: ChosenModel;
  readonly settings: ModelSettings;
  readonly budget: Run['budget'];
}

export interface NewExchange {
  /** Of the conversation; it may be `new`. */
  readonly id: string;
  readonly messageId: string;
  readonly runId: string;
  readonly zofile: RunZofile | null;
  /** Of a new conversation; otherwise its first words are. */
  readonly title?: string;
  /** Whether others wrote it: the addresses in it are none that the user has named. */
  readonly isByOthers?: boolean;
  /** Where words in the message came from, if not from its user. */
  readonly foreign?: readonly Source[];
}

/** A program may pass on what others wrote. */
const PROGRAM: Source = { kind: 'program', name: '' };
const NOTHING_SHOWN = { shownFiles: null, shown: [] };

interface Position extends Branch {
  /** Undefined for a new conversation. */
  readonly conversationId?: string;
  readonly parentId: string | null;
}

@Injectable()
export class Exchanges {
  constructor(
    private readonly store: ChatStore,
    private readonly models: ModelsService,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /** @throws chat.run_active, chat.unknown_parent, chat.not_an_answer, chat.unknown_model */
  async write(ctx: Ctx, { id, messageId, runId, zofile, ...first }: NewExchange, input: SendInput): Promise<Exchange> {
    const positionOf = await this.positionOf(ctx, id, input);
    const chosen = await this.models.choose(ctx, input.model);
    const { text, files, attachments, chats = [] } = askedOf(input);
    const conversationId = positionOf.conversationId ?? crypto.randomUUID();
    const answerId = crypto.randomUUID();
    const { conversations, messages } = this.store;
    const title = positionOf.parentId === null ? (first.title ?? titleOf(text)) : null;
    conversations.upsertAtCommit(
      ctx,
      { id: conversationId, leafId: answerId, title },
      { isNew: !positionOf.conversationId },
    );
    const isProgram = ctx.actor === 'api';
    const byOthers = isProgram || first.isByOthers === true;
    const asked = { id: messageId, parentId: positionOf.parentId, text, files, attachments, chats, byOthers };
    const answer = { id: answerId, runId, model: chosen.entry.value, zofile: shaping(chosen, zofile) };
    messages.insertAtCommit(ctx, { conversationId, asked, answer });
    conversations.linkFilesAtCommit(ctx, conversationId, [...new Set(files.map(({ path }) => path))]);
    const foreign = [...pastedIn({ attachments }), ...(isProgram ? [PROGRAM] : []), ...(first.foreign ?? [])];
    const labels = withSources(positionOf.labels, foreign);
    if (labels !== positionOf.labels) conversations.labelAtCommit(ctx, conversationId, labels);
    const said = { id: messageId, role: 'user', text, files, attachments, chats, byOthers } as const;
    const question: HistoryMessage = { ...said, parts: [], steps: [], summary: null, model: null, ...NOTHING_SHOWN };
    return {
      conversationId,
      isNew: !positionOf.conversationId,
      answerId,
      chosen,
      settings: settingsOf(input, chosen),
      budget: { steps: this.config.ZO_RUN_MAX_STEPS, calls: this.config.ZO_RUN_MAX_CALLS },
      history: [...positionOf.history, question],
      labels,
    };
  }

  /** Places the message after the named answer, or else at the end of the current branch. */
  private async positionOf(ctx: Ctx, id: string, input: SendInput): Promise<Position> {
    if (id === 'new') {
      if (input.parent_id) throw chatErrors.unknownParent();
      return { parentId: null, history: [], labels: NO_LABELS };
    }
    const conversation = await this.store.conversations.byId(ctx, id);
    if (!conversation) throw errors.notFound();
    if (conversation.running) throw chatErrors.runActive();
    const labels = labelsOf(conversation);
    const parentId = input.parent_id === undefined ? conversation.leafId : input.parent_id;
    if (parentId === null) return { conversationId: id, parentId, history: [], labels };
    const history = await this.store.messages.history(ctx, {
      leafId: parentId,
      conversationId: id,
      limit: MAX_HISTORY,
    });
    if (history.length === 0) throw chatErrors.unknownParent();
    if (history.at(-1)!.role !== 'assistant') throw chatErrors.notAnAnswer();
    return { conversationId: id, parentId, history, labels };
  }
}

export const askedOf = ({ text, files, attachments, chats }: Pick<SendInput, keyof Asked>): Asked => ({
  text: sanitise(text),
  files: sanitise(files.map(({ id, path }) => ({ id, path: addressOf(parseAddress(path)) }))),
  attachments: sanitise(attachments.map(measured)),
  ...(chats.length > 0 && { chats: sanitise(chats.map(({ id, title }) => ({ id, title }))) }),
});

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
