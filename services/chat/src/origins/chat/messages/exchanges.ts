/** Writes an exchange, i.e. a user's message and the answer to it, at its place in the conversation. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { errors } from '@zo/errors';
import { CHAT_CONFIG, type ChatConfig } from '../../../config.js';
import { chatErrors } from '../../../errors.js';
import type { ModelSettings } from '../../../models/models.dto.js';
import { type ChosenModel, ModelsService } from '../../../models/models.service.js';
import { shaping } from '../../../runs/ports/zofiles.js';
import { type FoundBefore, type NewRun, OutdatedError } from '../../../runs/start-run.js';
import type { Run } from '../../../runs/store/runs.repository.js';
import { NO_LABELS, type Source, withSources } from '../../../shapes/labels.js';
import { type Asked, type Attachment, pastedIn } from '../../../shapes/asked.js';
import { sanitise } from '../../../shapes/parts.js';
import { addressOf, parseAddress } from '@zo/proto/location';
import { type Branch, folderOf, MAX_HISTORY } from '../chat.origin.js';
import { ChatStore } from '../chat-store.js';
import { type Conversation, labelsOf } from '../conversations/conversation.entity.js';
import type { HistoryMessage } from './history.js';
import type { SendInput } from './messages.dto.js';
import { titleOf } from './title.js';

export interface Exchange extends Branch {
  readonly conversationId: string;
  readonly isNew: boolean;
  readonly answerId: string;
  readonly settings: ModelSettings;
  readonly budget: Run['budget'];
  readonly rehearses: string | null;
}

export interface NewExchange {
  readonly messageId: string;
  /** The run that answers. */
  readonly run: NewRun;
  /** Of a new conversation; otherwise its first words are. */
  readonly title?: string;
  /** Whether others wrote it: the addresses in it are none that the user has named. */
  readonly isByOthers?: boolean;
  /** The routine that a new conversation only rehearses. */
  readonly rehearses?: string;
  /** Where words in the message came from, if not from its user. */
  readonly foreign?: readonly Source[];
}

/** A program may pass on what others wrote. */
const PROGRAM: Source = { kind: 'program', name: '' };
const ONLY_SECRET = { ...NO_LABELS, secret: true };
const NOTHING_SHOWN = { shownFiles: null, shown: [] };

/** Where an exchange will be, and which model answers. */
export interface ExchangeStart extends FoundBefore {
  readonly position: Position;
  readonly asked: Asked;
  readonly settings: ModelSettings;
}

interface Position extends Branch {
  /** Undefined for a new one. */
  readonly conversation?: Pick<Conversation, 'id' | 'leafId' | 'rehearses'>;
  readonly parentId: string | null;
  /** The message that is answered once more. */
  readonly question?: HistoryMessage;
}

@Injectable()
export class Exchanges {
  constructor(
    private readonly store: ChatStore,
    private readonly models: ModelsService,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /**
   * Reads all that an exchange depends on in one round trip. `id` of the conversation, which may be `new`.
   * @throws chat.run_active, chat.unknown_parent, chat.not_an_answer, chat.not_a_question, chat.unknown_model
   */
  async read(ctx: Ctx, id: string, input: SendInput): Promise<ExchangeStart> {
    const [position, chosen] = await Promise.all([
      this.positionOf(ctx, id, input),
      this.models.choose(ctx, input.model),
    ]);
    const asked = position.question ? placedIn(position.question) : askedOf(input);
    const folder = folderOf([...position.history, asked]);
    return { position, chosen, folder, asked, settings: settingsOf(input, chosen) };
  }

  /** Writes what was read before. @throws OutdatedError if another branch is shown since */
  async write(
    ctx: Ctx,
    { messageId, run, ...first }: NewExchange,
    { position, chosen, settings, asked: { text, files, attachments, chats = [] } }: ExchangeStart,
  ): Promise<Exchange> {
    const answerId = crypto.randomUUID();
    const { conversations, messages } = this.store;
    const title = position.parentId === null ? (first.title ?? titleOf(text)) : null;
    const { leafId: before, id: conversationId = crypto.randomUUID() } = position.conversation ?? {};
    const rehearses = position.conversation ? position.conversation.rehearses : (first.rehearses ?? null);
    const shown = { id: conversationId, leafId: answerId, title };
    if (before === undefined) conversations.insertAtCommit(ctx, { ...shown, rehearses });
    // What was read of it counts only if nobody has written there since.
    else if (!(await conversations.moveOn(ctx, { ...shown, before }))) throw new OutdatedError();
    const isProgram = ctx.actor === 'api';
    const byOthers = isProgram || first.isByOthers === true;
    const asked = { id: messageId, parentId: position.parentId, text, files, attachments, chats, byOthers };
    const answer = { id: answerId, runId: run.id, model: chosen.entry.value, zofile: shaping(chosen, run.zofile) };
    if (position.question)
      messages.insertAnswerAtCommit(ctx, { conversationId, parentId: position.question.id, answer });
    else messages.insertAtCommit(ctx, { conversationId, asked, answer });
    conversations.linkFilesAtCommit(ctx, conversationId, [...new Set(files.map(({ path }) => path))]);
    // Where a part of a file came from is looked up when it is shown.
    const pasted = pastedIn({ attachments: attachments.filter(({ path }) => path === undefined) });
    const foreign = [...pasted, ...(isProgram ? [PROGRAM] : []), ...(first.foreign ?? [])];
    const labels = withSources(position.labels, foreign);
    if (labels !== position.labels) conversations.labelAtCommit(ctx, conversationId, labels);
    // With the run, because the label has to be stored before anything of the answer is shown.
    const isNewSecret = run.isPrivate && !labels.secret;
    if (isNewSecret) await conversations.setLabels(ctx, conversationId, ONLY_SECRET);
    const said = { id: messageId, role: 'user', text, files, attachments, chats, byOthers } as const;
    const question: HistoryMessage = { ...said, parts: [], steps: [], summary: null, model: null, ...NOTHING_SHOWN };
    return {
      conversationId,
      isNew: !position.conversation,
      answerId,
      settings,
      budget: { steps: this.config.ZO_RUN_MAX_STEPS, calls: this.config.ZO_RUN_MAX_CALLS },
      rehearses,
      // It is shown its files as they are now.
      history: [...position.history, position.question ? { ...position.question, ...NOTHING_SHOWN } : question],
      labels: isNewSecret ? { ...labels, secret: true } : labels,
    };
  }

  /** Places the message after the named answer, or else at the end of the current branch. */
  private async positionOf(ctx: Ctx, id: string, input: SendInput): Promise<Position> {
    const named = input.answer_to ?? input.parent_id;
    if (id === 'new') {
      if (named) throw chatErrors.unknownParent();
      return { parentId: null, history: [], labels: NO_LABELS };
    }
    const [conversation, branch] = await Promise.all([
      this.store.conversations.byId(ctx, id),
      named === null ? [] : this.store.messages.history(ctx, { leafId: named, conversationId: id, limit: MAX_HISTORY }),
    ]);
    if (!conversation) throw errors.notFound();
    if (conversation.running) throw chatErrors.runActive();
    const labels = labelsOf(conversation);
    const parentId = named === undefined ? conversation.leafId : named;
    if (parentId === null) return { conversation, parentId, history: [], labels };
    if (branch.length === 0) throw chatErrors.unknownParent();
    if (input.answer_to) return { conversation, ...questionAt(branch), labels };
    if (branch.at(-1)!.role !== 'assistant') throw chatErrors.notAnAnswer();
    return { conversation, parentId, history: branch, labels };
  }
}

/** The message at the end of a branch, as the one that is answered. */
function questionAt(branch: readonly HistoryMessage[]): Pick<Position, 'parentId' | 'question' | 'history'> {
  const question = branch.at(-1)!;
  if (question.role !== 'user') throw chatErrors.notAQuestion();
  const history = branch.slice(0, -1);
  return { question, history, parentId: history.at(-1)?.id ?? null };
}

/** What a message that is there already says about its place: its files and its words. */
const placedIn = ({ text, files }: HistoryMessage): Asked => ({ text, files: [...files], attachments: [] });

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
  const { id, kind, title, content, createdAt, path } = attachment;
  return {
    id,
    kind,
    title: title.slice(0, 120),
    content,
    lineCount: content.split('\n').length,
    charCount: content.length,
    ...(path && { path: addressOf(parseAddress(path)) }),
    createdAt:
      new Date(createdAt).toString() === 'Invalid Date' ? new Date().toISOString() : new Date(createdAt).toISOString(),
  };
}
