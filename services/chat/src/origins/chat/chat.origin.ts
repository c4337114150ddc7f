/** Chat as an origin of runs: a user's message starts a run, whose answer is the next message. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { publish } from '@zo/events';
import { type Labels, NO_LABELS, withSources } from '../../shapes/labels.js';
import { type RunStatus, sanitise } from '../../shapes/parts.js';
import type { Receipt } from '../../shapes/receipt.js';
import type { ChatRef } from '../../shapes/asked.js';
import { writtenIn } from '../../shapes/started-by.js';
import type { AskedApproval, ContextOptions, Origin, RunContext, Wait } from '../../runs/ports/origin.js';
import { agentCtx } from '../../runs/store/agent-ctx.js';
import type { Run, RunEnd } from '../../runs/store/runs.repository.js';
import { addressOf, type Location, parentOf, parseAddress } from '@zo/proto/location';
import { chatEvents } from '@zo/proto/topics';
import { ChatStore } from './chat-store.js';
import { labelsOf } from './conversations/conversation.entity.js';
import { Live } from './live.js';
import { labelled, readChats, type ShownChats } from './messages/chat-context.js';
import { FilesInView, NOTHING_SEEN } from './messages/files-in-view.js';
import { type HistoryMessage, newest, picturedIn, toModelMessages } from './messages/history.js';

/** Whoever asked has turned to something else by then. */
const LONG_MS = 30_000;
const MAX_TITLE = 200;
/** Maximum number of messages of a branch that a model is shown. */
export const MAX_HISTORY = 400;

interface News {
  readonly status: 'waiting' | 'parked' | 'complete' | 'failed';
  readonly asked?: AskedApproval;
}

export interface Branch {
  /** Oldest first; the last is the message to be answered. */
  readonly history: readonly HistoryMessage[];
  readonly labels: Labels;
}

@Injectable()
export class ChatOrigin implements Origin {
  readonly name: string = 'chat';
  /** From when on the end of a run is news for the devices of its user, in milliseconds. */
  protected readonly newsAfterMs: number = LONG_MS;

  constructor(
    private readonly store: ChatStore,
    private readonly files: FilesInView,
    private readonly live: Live,
  ) {}

  async context(run: Run, options: ContextOptions): Promise<RunContext> {
    const conversationId = conversationOf(run);
    const branch = await this.store.database.read(agentCtx(run), async (tx): Promise<Branch> => {
      const history = await this.store.messages.history(tx, {
        leafId: run.messageId,
        conversationId,
        limit: MAX_HISTORY,
      });
      const conversation = await this.store.conversations.byId(tx, conversationId);
      return { history: history.slice(0, -1), labels: conversation ? labelsOf(conversation) : NO_LABELS };
    });
    return this.contextOf(run, branch, options);
  }

  /** Like `context`, for a branch that is already loaded: no query, unless it has files or chats. */
  async contextOf(run: Run, { history, labels }: Branch, { signal, sees }: ContextOptions): Promise<RunContext> {
    const ctx = agentCtx(run);
    const asked = history.at(-1);
    const files = asked?.files ?? [];
    const seen = files.length === 0 ? NOTHING_SEEN : await this.files.inView(run, files, { signal, sees });
    const chats = await this.chatsInView(run, asked?.chats ?? []);
    const excerpts = await this.excerptsIn(run, asked, signal);
    const text = sanitise([seen.text, chats.text].filter(Boolean).join('\n\n'));
    const isSecret = seen.read.length + excerpts.files.length > 0;
    const own = isSecret && !labels.secret ? { ...labels, secret: true } : labels;
    const sources = [...seen.sources, ...chats.sources, ...excerpts.sources];
    const shownLabels = withSources(labelled(own, chats), sources);
    const shown = { text, files: sanitise([...seen.shown]), pictures: seen.pictures };
    if (asked && (text !== '' || shownLabels !== labels))
      await this.store.database.tx(ctx, async (tx) => {
        if (text !== '') await this.store.messages.setShown(tx, asked.id, shown);
        // Stored at once, because the answer may repeat the files' text without any tool call.
        if (shownLabels !== labels) await this.label(tx, run, shownLabels);
      });
    const latest = asked && { ...asked, shownFiles: text || null, shown: shown.files };
    const branch = latest ? [...history.slice(0, -1), latest] : history;
    return {
      messages: toModelMessages(branch, {
        model: run.model,
        pictures: sees ? await this.pictures(run, branch) : undefined,
      }),
      said: history.flatMap(saidIn),
      labels: shownLabels,
      folder: folderOf(history),
      inView: seen.read,
    };
  }

  label(ctx: Ctx, run: Run, labels: Labels): Promise<void> {
    return this.store.conversations.setLabels(ctx, conversationOf(run), labels);
  }

  tainted(ctx: Ctx, threadIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.store.conversations.tainted(ctx, threadIds);
  }

  touched(ctx: Ctx, run: Run, paths: readonly Location[]): Promise<void> {
    return this.store.conversations.linkFiles(ctx, conversationOf(run), [...new Set(paths.map(addressOf))]);
  }

  async ended(ctx: Ctx, run: Run, end: RunEnd): Promise<void> {
    this.store.messages.completeAtCommit(ctx, run.messageId, end);
    this.store.conversations.addTokensAtCommit(ctx, conversationOf(run), end.receipt.tokens.total);
    const isNews = run.rehearses === null && (end.status === 'complete' || end.status === 'failed');
    if (isNews && end.receipt.duration_ms >= this.newsAfterMs) await this.notify(ctx, run, { status: end.status });
  }

  async waits(ctx: Ctx, run: Run, { status, asked }: Wait): Promise<void> {
    if (status !== 'running' && run.rehearses === null) await this.notify(ctx, run, { status, asked });
  }

  undone(ctx: Ctx, run: Run, undo: Receipt['undo']): Promise<void> {
    return this.store.messages.setUndo(ctx, run.messageId, undo);
  }

  announceStart(run: Run, { isNew }: { isNew: boolean }): void {
    if (isNew) this.live.conversation(run.userId, { id: conversationOf(run), change: 'created' });
    this.announce(run, { status: 'running' });
  }

  announce(run: Run, change: { readonly status: RunStatus } | 'undone'): void {
    const id = conversationOf(run);
    this.live.conversation(
      run.userId,
      change === 'undone' ? { id, change: 'updated' } : { id, change: 'run', run_id: run.id, status: change.status },
    );
  }

  private async notify(ctx: Ctx, run: Run, { status, asked }: News): Promise<void> {
    const conversation = await this.store.conversations.byId(ctx, conversationOf(run));
    if (!conversation) return;
    const { id: conversationId, title } = conversation;
    const { id: runId, userId } = run;
    publish(ctx, chatEvents, 'run.notice', {
      userId,
      runId,
      conversationId,
      status,
      title: (title ?? '').slice(0, MAX_TITLE),
      ...(asked && { asked: factOf(asked) }),
    });
  }

  private excerptsIn(run: Run, asked: HistoryMessage | undefined, signal: AbortSignal) {
    const excerpts = (asked?.attachments ?? []).flatMap(({ path, ...each }) => (path ? [{ ...each, path }] : []));
    return excerpts.length === 0 ? { sources: [], files: [] } : this.files.excerpts(run, excerpts, signal);
  }

  private chatsInView(run: Run, chats: readonly ChatRef[]): ShownChats | Promise<ShownChats> {
    if (chats.length === 0) return { text: '', sources: [], isSecret: false };
    const conversationId = conversationOf(run);
    return this.store.database.read(agentCtx(run), (tx) => readChats(tx, this.store, { chats, conversationId }));
  }

  private async pictures(run: Run, branch: readonly HistoryMessage[]): Promise<ReadonlyMap<string, readonly Buffer[]>> {
    const { messages, calls, all } = picturedIn(branch);
    if (all.length === 0) return new Map();
    const { database, messages: ofMessages, pictures: ofCalls } = this.store;
    return database.read(agentCtx(run), async (tx) => {
      const counted = [await ofMessages.countPictures(tx, messages), await ofCalls.count(tx, calls)];
      const chosen = newest(new Map(counted.flat()), all);
      const shown = (ids: readonly string[]) => ids.filter((id) => chosen.has(id));
      return new Map([...(await ofMessages.pictures(tx, shown(messages))), ...(await ofCalls.of(tx, shown(calls)))]);
    });
  }
}

/** What the user typed of a message, and while it was answered. */
function saidIn({ role, text, steps, byOthers }: HistoryMessage): string[] {
  if (role === 'assistant') return steps.flatMap(({ asked }) => asked.map((each) => each.text));
  return byOthers ? [] : [writtenIn(text)];
}

const factOf = ({ until, ...asked }: AskedApproval) => ({ ...asked, untilMs: BigInt(until.getTime()) });

/** Of the file that the first message brought, so that it stays the same for all messages of the branch. */
export function folderOf([first]: readonly Pick<HistoryMessage, 'files'>[]): Location | undefined {
  const file = first?.files[0];
  return file && parentOf(parseAddress(file.path));
}

/** A run of chat has its conversation as its thread. */
export function conversationOf({ id, threadId }: Run): string {
  if (threadId === null) throw new Error(`run ${id} of chat has no conversation`);
  return threadId;
}
