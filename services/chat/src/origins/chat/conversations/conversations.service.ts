import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { errors } from '@zo/errors';
import { z } from 'zod';
import { chatErrors } from '../../../errors.js';
import { RunsService } from '../../../runs/control/runs.service.js';
import { ChatStore } from '../chat-store.js';
import { Live } from '../live.js';
import { presentMessage } from '../messages/message.presenter.js';
import type { BranchMessage } from '../messages/messages.repository.js';
import { foldEvents } from '../../../shapes/parts.js';
import { addressOf, parseAddress } from '@zo/proto/location';
import { presentConversation, snippet } from './conversation.presenter.js';
import type { ListQuery, OpenQuery, RenameFolderInput, UpdateInput } from './conversations.dto.js';
import { type Conversation, labelsOf } from './conversation.entity.js';
import type { Cursor } from './conversations.repository.js';

const PAGE = 50;
const MAX_HITS = 50;
const MAX_FOUND = 1_000;

@Injectable()
export class ConversationsService {
  constructor(
    private readonly store: ChatStore,
    private readonly runs: RunsService,
    private readonly live: Live,
  ) {}

  /** CH-13: newest first, 50 at a time. */
  async list(ctx: Ctx, { cursor, ...wanted }: ListQuery) {
    const from = cursor === undefined ? undefined : readCursor(cursor);
    const rows = await this.store.database.read(ctx, (tx) =>
      this.store.conversations.list(tx, { ...wanted, cursor: from, limit: PAGE + 1 }),
    );
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    return {
      conversations: page.map(presentConversation),
      next_cursor: rows.length > PAGE && last ? writeCursor({ at: last.cursorAt, id: last.id }) : null,
    };
  }

  async create(ctx: Ctx, title: string | null): Promise<Conversation> {
    const made = await this.store.database.tx(ctx, (tx) =>
      this.store.conversations.create(tx, { id: crypto.randomUUID(), title, rehearses: null }),
    );
    this.live.conversation(ctx.userId, { id: made.id, change: 'created' });
    return made;
  }

  /**
   * CH-06: a page of the current branch, or of all branches, oldest first. The number of queries does not depend on its
   * length.
   */
  async open(ctx: Ctx, id: string, query: OpenQuery) {
    const { limit } = query;
    return this.store.database.read(ctx, async (tx) => {
      const conversation = await this.store.conversations.byId(tx, id);
      if (!conversation) throw errors.notFound();
      const window = await this.windowOf(tx, conversation, query);
      const shown = window.slice(0, limit).toReversed();
      const { run, events } = conversation.running ? await this.runs.activeIn(tx, id) : { events: [] };
      const queued = await this.runs.queuedIn(tx, id);
      const parts = foldEvents(events);
      return {
        ...presentConversation(conversation),
        leaf_id: conversation.leafId,
        rehearsal: conversation.rehearses !== null,
        messages: shown.map((message) => presentMessage(message, message.id === run?.messageId ? parts : undefined)),
        usage: { total_tokens: conversation.totalTokens },
        ...(run && {
          active_run: { id: run.id, message_id: run.messageId, status: run.status, seq: events.at(-1)?.seq ?? 0 },
        }),
        queued: queued.map(({ id: queuedId, kind, asked }) => ({ ...asked, id: queuedId, kind })),
        has_more: window.length > limit,
      };
    });
  }

  /** One message more than the page has, newest first, if there is one. */
  private async windowOf(
    tx: Ctx,
    { id, leafId }: Pick<Conversation, 'id' | 'leafId'>,
    { limit, before, branches }: OpenQuery,
  ): Promise<BranchMessage[]> {
    if (branches === 'all') return this.store.messages.page(tx, { conversationId: id, before, limit: limit + 1 });
    const anchor = before ?? leafId;
    if (anchor === null) return [];
    const asked = { leafId: anchor, conversationId: id, limit: limit + (before ? 2 : 1) };
    const rows = await this.store.messages.branch(tx, asked);
    if (before && rows.length === 0) throw errors.notFound();
    return before ? rows.slice(1) : rows;
  }

  /**
   * Renames the chat, pins it, moves it to a folder, or switches the branch: `leaf_id` may be any message, and the
   * newest leaf below it is shown.
   */
  async update(ctx: Ctx, id: string, { leaf_id, ...changes }: UpdateInput): Promise<Conversation> {
    const updated = await this.store.database.tx(ctx, async (tx) => {
      const leafId = leaf_id === undefined ? undefined : await this.store.messages.newestLeaf(tx, leaf_id, id);
      if (leaf_id !== undefined && leafId === undefined) throw chatErrors.unknownParent();
      return this.store.conversations.update(tx, id, { ...changes, leafId });
    });
    if (!updated) throw errors.notFound();
    this.live.conversation(ctx.userId, { id, change: 'updated' });
    return updated;
  }

  /** Copies a chat up to one of its answers into a new chat. @throws chat.unknown_parent, chat.run_active */
  async fork(ctx: Ctx, id: string, messageId: string): Promise<Conversation> {
    const { conversations, messages, database } = this.store;
    const forked = await database.tx(ctx, async (tx) => {
      const source = await conversations.byId(tx, id);
      if (!source) throw errors.notFound();
      const [last] = await messages.branch(tx, { leafId: messageId, conversationId: id, limit: 1 });
      if (!last) throw chatErrors.unknownParent();
      if (last.role !== 'assistant') throw chatErrors.notAnAnswer();
      if (last.status === 'running' || last.status === 'waiting') throw chatErrors.runActive();
      const { id: forkId } = await conversations.create(tx, {
        id: crypto.randomUUID(),
        title: source.title,
        rehearses: source.rehearses,
      });
      const leafId = await messages.copyBranch(tx, { leafId: messageId, from: id, to: forkId });
      // The copy was shown what the original was; hosts were granted to the original only.
      await conversations.setLabels(tx, forkId, { ...labelsOf(source), grantedHosts: [] });
      await conversations.copyLinks(tx, { from: id, to: forkId });
      return (await conversations.update(tx, forkId, { leafId, folder: source.folder }))!;
    });
    this.live.conversation(ctx.userId, { id: forked.id, change: 'created' });
    return forked;
  }

  /** Deletes a chat with everything in it, but what its forks show; stops its unfinished run. */
  async remove(ctx: Ctx, id: string): Promise<void> {
    const { removed, runId } = await this.store.database.tx(ctx, async (tx) => {
      const runId = await this.runs.leave(tx, id);
      await this.store.messages.handOverRuns(tx, id);
      const removed = await this.store.conversations.remove(tx, id);
      if (removed) audit(tx, 'conversation.deleted', { target: id });
      return { removed, runId };
    });
    if (!removed) throw errors.notFound();
    if (runId) await this.runs.cancel(runId);
    this.live.conversation(ctx.userId, { id, change: 'deleted' });
  }

  folders(ctx: Ctx) {
    return this.store.database.read(ctx, (tx) => this.store.conversations.folders(tx));
  }

  /** @returns how many chats were moved. @throws 404 if there is no such folder */
  async renameFolder(ctx: Ctx, { folder, to }: RenameFolderInput): Promise<number> {
    const moved = await this.store.database.tx(ctx, (tx) => this.store.conversations.renameFolder(tx, folder, to));
    if (moved.length === 0) throw errors.notFound();
    // One is enough for the browsers to read their lists again.
    this.live.conversation(ctx.userId, { id: moved[0]!, change: 'updated' });
    return moved.length;
  }

  /** Messages of the shown branch that contain the words, whether they are loaded in the browser or not. */
  async find(ctx: Ctx, id: string, q: string) {
    return this.store.database.read(ctx, async (tx) => {
      const conversation = await this.store.conversations.byId(tx, id);
      if (!conversation) throw errors.notFound();
      const { leafId } = conversation;
      if (leafId === null) return { message_ids: [], has_more: false };
      const branch = { leafId, conversationId: id, limit: MAX_FOUND + 1 };
      const found = await this.store.messages.find(tx, branch, q);
      return { message_ids: found.slice(0, MAX_FOUND), has_more: found.length > MAX_FOUND };
    });
  }

  async byFile(ctx: Ctx, filePath: string) {
    const address = addressOf(parseAddress(filePath));
    const rows = await this.store.database.read(ctx, (tx) => this.store.conversations.byFile(tx, address, MAX_HITS));
    return { conversations: rows.map(presentConversation) };
  }

  async byMessage(ctx: Ctx, id: string): Promise<string | null> {
    return (await this.store.database.read(ctx, (tx) => this.store.messages.conversationOf(tx, id))) ?? null;
  }

  async search(ctx: Ctx, q: string) {
    const rows = await this.store.database.read(ctx, (tx) => this.store.conversations.search(tx, q, MAX_HITS));
    return {
      results: rows.map((row) => ({
        conversation: presentConversation(row),
        snippet: row.text === '' ? '' : snippet(row.text, q),
      })),
    };
  }
}

/** Matches the timestamp that `list` writes, with microseconds. */
const MOMENT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;
/** JavaScript rolls 30 February over into March; Postgres refuses it. */
const isRealDay = (at: string) =>
  !Number.isNaN(Date.parse(at)) &&
  new Date(at).toISOString().slice(0, 10) === at.slice(0, 10) &&
  !at.startsWith('0000');

const writeCursor = ({ at, id }: Cursor) => Buffer.from(`${at} ${id}`).toString('base64url');

function readCursor(text: string): Cursor {
  const [at = '', id = '', ...more] = Buffer.from(text, 'base64url').toString().split(' ');
  if (more.length > 0 || !MOMENT.test(at) || !isRealDay(at) || !z.uuid().safeParse(id).success)
    throw errors.invalid({ reason: 'cursor: not one of ours' });
  return { at, id };
}
